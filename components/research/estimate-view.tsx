import { useFormatter, useTranslations } from "next-intl";
import { conditionWords } from "@/components/insights/condition-words";
import type { LaunchEstimate } from "@/lib/contracts/runs";
import { conditionKey } from "@/lib/families/family";
import { Fold } from "./fold";
import { Facts } from "./facts";
import { PromptView } from "./prompt-view";

/** What a launch would do: attempts, calls, tokens, cost, what stands against it, and one exact prompt. */
export function EstimateView({ estimate }: { estimate: LaunchEstimate }) {
  const t = useTranslations("research.launch");
  const format = useFormatter();
  const condition = useTranslations("condition");
  const { preview } = estimate;
  return (
    <>
      <Facts
        facts={[
          [t("attempts"), format.number(estimate.attempts)],
          [t("existing"), format.number(estimate.existing)],
          [t("calls"), format.number(estimate.calls)],
          [t("inputTokens"), format.number(estimate.usage.input)],
          [t("outputTokens"), format.number(estimate.usage.output)],
          [
            t("cost"),
            estimate.cost === null ? t("noCost") : format.number(estimate.cost, { maximumSignificantDigits: 3 }),
          ],
        ]}
      />
      {estimate.attempts > 0 && estimate.existing === estimate.attempts && <p>{t("nothing")}</p>}
      {estimate.warnings.map(({ code, models, ...numbers }) => (
        <p key={code} className="border-s-2 border-bad ps-3">
          {t(`warnings.${code}`, { models: format.list(models), ...numbers })}
        </p>
      ))}
      {preview ? (
        <Fold title={t("prompt")}>
          <p className="mb-3 text-sm text-muted">
            {t("promptOf", {
              model: preview.model,
              task: preview.task,
              condition: conditionWords(condition, conditionKey(preview.condition)),
            })}
          </p>
          <PromptView messages={preview.messages} />
        </Fold>
      ) : (
        <p className="text-muted">{t("noPrompt")}</p>
      )}
    </>
  );
}
