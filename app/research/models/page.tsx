import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ModelForm } from "@/components/research/model-form";
import { pricesText, settingsText } from "@/components/research/model-text";
import { Pager } from "@/components/research/pager";
import { Table } from "@/components/ui/table";
import { When } from "@/components/research/when";
import { requireRole } from "@/lib/auth/session";
import { keepValid, type SearchParams } from "@/lib/contracts/query";
import { modelsPageSchema } from "@/lib/contracts/run-attempts";
import { judges } from "@/lib/families/judge-registry";
import { listConnections, listModels } from "@/lib/store/models";

export default async function ModelsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireRole("researcher");
  const { after, connection, modelId } = keepValid(modelsPageSchema, await searchParams);
  const [t, { models, next }, connections] = await Promise.all([
    getTranslations("research.models"),
    listModels({ after }),
    listConnections(),
  ]);
  const methods = [...new Set(Object.values(judges).flatMap((judge) => judge.methods))];
  const rows = models.map((model) => ({
    key: model.id,
    cells: [
      <Link key="name" href={`/research/attempts?model=${model.id}`} className="inline-block py-1">
        {model.name}
      </Link>,
      <code key="id" className="break-all">
        {model.modelId}
      </code>,
      model.connection?.name ?? t("external"),
      model.method,
      [settingsText(model), model.tier].filter(Boolean).join(" · ") || "–",
      pricesText(model.prices),
      <span key="notes" className="line-clamp-3 whitespace-pre-line">
        {model.notes || "–"}
      </span>,
      <When key="when" at={model.createdAt} />,
    ],
  }));
  const heads = ["name", "modelId", "connection", "method", "parameters", "prices", "notes", "created"] as const;
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
      </header>
      {rows.length === 0 ? (
        <p>{t("empty")}</p>
      ) : (
        <Table label={t("title")} heads={heads.map((head) => t(head))} rows={rows} />
      )}
      <Pager path="/research/models" after={after} next={next} />
      <section aria-labelledby="add" className="flex flex-col gap-4">
        <h2 id="add">{t("add")}</h2>
        {connections.length === 0 ? (
          <p>
            {t("noConnection")} <Link href="/research/connections">{t("connection")}</Link>
          </p>
        ) : (
          <ModelForm
            key={`${connection}/${modelId}`}
            connections={connections.map(({ id, name }) => ({ value: id, label: name }))}
            methods={methods}
            chosen={{ connection, modelId }}
          />
        )}
      </section>
    </div>
  );
}
