import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { answerSchemas } from "@/lib/contracts/answer-schemas";
import { apiCalls, inputSchema } from "@/lib/contracts/openapi";
import { shapeWords } from "@/lib/contracts/shape-words";

function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="border-b border-line">
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{title}</summary>
        <div className="flex flex-col gap-3 pb-4">{children}</div>
      </details>
    </li>
  );
}

function Shape({ title, words }: { title?: string; words: string }) {
  return (
    <div>
      {title && <p className="font-sans text-sm text-muted">{title}</p>}
      <pre lang="en" className="whitespace-pre-wrap break-words text-sm">
        {words}
      </pre>
    </div>
  );
}

/** Every call with what it takes and what it answers, as one list that a programmer reads without a tool. */
export default async function ApiPage() {
  const t = await getTranslations("api");
  const answers = answerSchemas(apiCalls);
  return (
    <div className="flex flex-col gap-6">
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <p>
        <a href="/api/v1/openapi.json">{t("document")}</a>
      </p>
      <ul>
        {apiCalls.map((call) => (
          <Fold
            key={call.method + call.path}
            title={
              <span lang="en">
                <code>
                  {call.method.toUpperCase()} {call.path}
                </code>{" "}
                {call.summary}
              </span>
            }
          >
            <p className="font-sans text-sm text-muted">{t("for", { role: call.role })}</p>
            {call.query && <Shape title={t("query")} words={shapeWords(inputSchema(call.query))} />}
            {call.body && <Shape title={t("body")} words={shapeWords(inputSchema(call.body))} />}
            <Shape title={t(call.download ? "lines" : "answer")} words={shapeWords(answers.of(call))} />
          </Fold>
        ))}
      </ul>
      <h2>{t("shapes")}</h2>
      <p>{t("shapesText")}</p>
      <ul>
        {Object.entries(answers.shapes).map(([name, schema]) => (
          <Fold key={name} title={<code>{name}</code>}>
            <Shape words={shapeWords(schema)} />
          </Fold>
        ))}
      </ul>
    </div>
  );
}
