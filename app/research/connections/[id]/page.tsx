import { getTranslations } from "next-intl/server";
import { ConnectionForm } from "@/components/research/connection-form";
import { ConnectionTest } from "@/components/research/connection-test";
import { DeleteConnection } from "@/components/research/delete-connection";
import { requireRole } from "@/lib/auth/session";
import { orNotFound } from "@/lib/http/not-found";
import { readConnection } from "@/lib/store/models";

export default async function ConnectionPage({ params }: { params: Promise<{ id: string }> }) {
  await requireRole("researcher");
  const { id } = await params;
  const [t, connection] = await Promise.all([getTranslations("research.connections"), orNotFound(readConnection(id))]);
  return (
    <div className="flex flex-col gap-10">
      <header>
        <h1>{connection.name}</h1>
        <p className="text-muted">
          {t(`kinds.${connection.kind}`)} · {connection.keySet ? t("keySet") : t("keyNone")}
        </p>
      </header>
      <ConnectionTest id={connection.id} />
      <section aria-labelledby="edit" className="flex flex-col gap-4">
        <h2 id="edit">{t("edit")}</h2>
        <ConnectionForm key={connection.keySet ? "key" : "none"} connection={connection} />
      </section>
      <DeleteConnection id={connection.id} />
    </div>
  );
}
