import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { AllowedHosts } from "@/components/research/allowed-hosts";
import { ConnectionForm } from "@/components/research/connection-form";
import { Table } from "@/components/ui/table";
import { When } from "@/components/research/when";
import { hasRole, requireRole } from "@/lib/auth/session";
import { listConnections } from "@/lib/store/models";
import { allowedHosts } from "@/lib/store/settings";

export default async function ConnectionsPage() {
  const user = await requireRole("researcher");
  const admin = hasRole(user, "admin");
  const [t, connections, hosts] = await Promise.all([
    getTranslations("research.connections"),
    listConnections(),
    admin ? allowedHosts() : null,
  ]);
  const rows = connections.map((connection) => ({
    key: connection.id,
    cells: [
      <Link key="link" href={`/research/connections/${connection.id}`} className="inline-block py-1">
        {connection.name}
      </Link>,
      t(`kinds.${connection.kind}`),
      <code key="url" className="break-all">
        {connection.baseUrl}
      </code>,
      connection.keySet ? t("keySet") : t("keyNone"),
      <When key="when" at={connection.createdAt} />,
    ],
  }));
  const heads = [t("name"), t("kind"), t("baseUrl"), t("key"), t("created")];
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
      </header>
      {rows.length === 0 ? <p>{t("empty")}</p> : <Table label={t("title")} heads={heads} rows={rows} />}
      <section aria-labelledby="add" className="flex flex-col gap-4">
        <h2 id="add">{t("add")}</h2>
        <ConnectionForm />
      </section>
      {hosts && <AllowedHosts hosts={hosts} />}
    </div>
  );
}
