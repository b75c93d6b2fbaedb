import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { RoleForm } from "@/components/account/role-form";
import { Table } from "@/components/ui/table";
import { requireRole } from "@/lib/auth/session";
import { listUsers } from "@/lib/store/users";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim().slice(0, 200);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("people") };
}

/** Who may do what. Only administrators see it; a role can be given here and taken away. */
export default async function PeoplePage({ searchParams }: Props) {
  const admin = await requireRole("admin");
  const [t, query] = await Promise.all([getTranslations("account"), searchParams]);
  const q = first(query.q)?.replaceAll("\u0000", "") || undefined;
  const after = first(query.after)?.replaceAll("\u0000", "") || undefined;
  const { users, next } = await listUsers({ q, after, limit: 50 });
  const more = new URLSearchParams({ ...(q && { q }), after: next ?? "" });
  const rows = users.map((user) => ({
    key: user.id,
    cells: [
      <div key="who" className="break-all">
        {user.email}
        {user.name && <span className="block text-muted">{user.name}</span>}
        {user.id === admin.id && <span className="block text-muted">{t("you")}</span>}
      </div>,
      <span key="since" className="whitespace-nowrap">
        {user.createdAt.toISOString().slice(0, 10)}
      </span>,
      <RoleForm key="role" id={user.id} email={user.email} role={user.role} />,
    ],
  }));
  return (
    <div className="page flex flex-col gap-6">
      <header>
        <h1>{t("people")}</h1>
        <p className="mt-2 text-muted">{t("peopleText")}</p>
      </header>
      <form action="/admin/people" className="flex flex-wrap items-end gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <label htmlFor="q">{t("search")}</label>
          <input id="q" name="q" type="search" maxLength={200} defaultValue={q ?? ""} className="input" />
        </div>
        <button type="submit" className="btn">
          {t("find")}
        </button>
      </form>
      {rows.length === 0 ? (
        <p>{t("nobody")}</p>
      ) : (
        <Table label={t("people")} heads={[t("email"), t("since"), t("roleHead")]} rows={rows} />
      )}
      {(after || next) && (
        <nav aria-label={t("pages")} className="flex gap-5">
          {after && <Link href={`/admin/people${q ? `?q=${encodeURIComponent(q)}` : ""}`}>{t("firstPage")}</Link>}
          {next && <Link href={`/admin/people?${more}`}>{t("nextPage")}</Link>}
        </nav>
      )}
    </div>
  );
}
