import { useTranslations } from "next-intl";

type Actor = { model: { name: string } | null; baseline: string | null };

/** Who made an attempt: a model by its name, a baseline by its name, or a person, who is not named. */
export function AttemptActor({ model, baseline }: Actor) {
  const t = useTranslations("research.attempts");
  if (model) return model.name;
  return baseline ? `${t("baseline")}: ${baseline}` : t("person");
}
