import type { CallRow } from "@/lib/contracts/run-attempts";
import { useFormatter, useTranslations } from "next-intl";
import { Fold } from "./fold";
import { Facts } from "./facts";
import { FailureName } from "./failure-name";
import { PromptView, RawText } from "./prompt-view";
import { messagesOf } from "./sent-messages";
import { Said } from "@/components/ui/said";
import { Table } from "@/components/ui/table";

type CallRecord = {
  request?: unknown;
  response?: Record<string, string | null> | null;
  usage?: Record<"input" | "cached" | "output" | "reasoning", number | null>;
  tries?: { at: string; ms: number; status: number | null; error: string | null }[];
  ms?: number;
  unread?: string;
};

/** One provider call: the prompt as sent, the raw answer, reasoning, tokens, every try. */
export function CallView({ call, number }: { call: CallRow; number: number }) {
  const t = useTranslations("research.attempt");
  const format = useFormatter();
  const record = (call.record ?? {}) as CallRecord;
  const messages = messagesOf(record.request);
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : format.number(value);
  const { usage, tries = [] } = record;
  const told = Object.entries(record.response ?? {}).filter(([, value]) => value !== null);
  const version = call.prompt ? [`${call.prompt.version} · ${call.prompt.hash.slice(0, 12)}`] : [];
  return (
    <section aria-labelledby={`call-${call.seq}`} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={`call-${call.seq}`}>{t("call", { n: number })}</h3>
      {call.failure && (
        <div className="text-bad">
          <strong>
            <FailureName code={call.failure.code} />
          </strong>
          <p>
            <Said>{call.failure.message}</Said>
          </p>
        </div>
      )}
      <Fold title={[t("prompt"), ...version].join(" · ")}>
        {messages ? <PromptView messages={messages} /> : t("noCalls")}
      </Fold>
      <div className="flex flex-col gap-2">
        <h4 className="font-semibold">{t("raw")}</h4>
        {call.reply ? <RawText text={call.reply.text} label={t("raw")} /> : <p className="text-muted">{t("noRaw")}</p>}
        {call.reply?.cut && <p className="text-bad">{t("cut")}</p>}
        {record.unread && <RawText text={record.unread} label={t("raw")} />}
      </div>
      {call.reply?.reasoning && (
        <Fold title={t("reasoning")}>
          <RawText text={call.reply.reasoning} label={t("reasoning")} />
        </Fold>
      )}
      <Facts
        facts={[
          [t("seconds"), record.ms === undefined ? "–" : format.number(record.ms / 1000, { maximumFractionDigits: 2 })],
          ...(usage
            ? ([
                [
                  t("tokens"),
                  t("tokensText", {
                    input: count(usage.input),
                    cached: count(usage.cached),
                    output: count(usage.output),
                    reasoning: count(usage.reasoning),
                  }),
                ],
              ] as [string, string][])
            : []),
          ...told.map(([name, value]): [string, string] => [
            t.has(`said.${name}`) ? t(`said.${name}`) : name,
            String(value),
          ]),
        ]}
      />
      {tries.length > 0 && (
        <Table
          label={t("tries")}
          heads={[t("tryAt"), t("tryMs"), t("tryStatus"), t("tryError")]}
          rows={tries.map((one) => ({
            key: one.at,
            cells: [
              <span key="at" className="whitespace-nowrap">
                {one.at.replace("T", " ").replace("Z", "")}
              </span>,
              format.number(Math.round(one.ms)),
              one.status ?? "–",
              <div key="error" className="min-w-56">
                {one.error === null ? "–" : <Said>{one.error}</Said>}
              </div>,
            ],
          }))}
        />
      )}
      <Fold title={t("sent")}>
        <RawText text={JSON.stringify(record.request ?? null, null, 2)} label={t("sent")} code />
      </Fold>
    </section>
  );
}
