import type { JudgementRow } from "@/lib/contracts/run-attempts";
import { useFormatter, useTranslations } from "next-intl";
import { Fold } from "./fold";
import { Facts } from "./facts";
import { RawText } from "./prompt-view";

/** How an attempt was read and what it scored. @param labels the family's words for its scores, in order */
export function JudgementView(props: { judgement: JudgementRow | null; labels: Record<string, string> }) {
  const t = useTranslations("research.attempt");
  const validity = useTranslations("research.validity");
  const format = useFormatter();
  const { judgement, labels } = props;
  if (!judgement) return <p className="text-muted">{t("notJudged")}</p>;
  const held = (judgement.scores ?? {}) as Record<string, number | null>;
  const order = Object.keys(labels);
  const scores = Object.entries(held).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return (
    <>
      <section aria-labelledby="reading" className="flex flex-col gap-3">
        <h2 id="reading">{t("reading")}</h2>
        <p>
          {[validity(judgement.validity), judgement.reason].filter(Boolean).join(": ")}
          {judgement.repairs.length > 0 && ` · ${t("repairs")}: ${judgement.repairs.join(", ")}`}
        </p>
        {judgement.response !== null && (
          <Fold title={t("response")}>
            <RawText text={JSON.stringify(judgement.response, null, 2)} label={t("response")} code />
          </Fold>
        )}
      </section>
      <section aria-labelledby="scores" className="flex flex-col gap-3">
        <h2 id="scores">{t("scores")}</h2>
        {scores.length === 0 ? (
          <p className="text-muted">{t("noScores")}</p>
        ) : (
          <Facts
            facts={scores.map(([name, value]) => [
              labels[name] ?? name,
              value === null ? "–" : format.number(value, { maximumFractionDigits: 2 }),
            ])}
          />
        )}
      </section>
    </>
  );
}
