import { useTranslations } from "next-intl";
import { CheckField, Group, NumberField, type Option, TextField } from "./field";

export type LaunchOptions = {
  tasks: Option[];
  models: Option[];
  baselines: Option[];
  languages: string[];
  variants: Option[];
};

/** What the conditions of an episode are made of, and what is ticked at first. */
const dimensions = [
  { field: "presentation", values: ["full", "incremental"], words: "presentations", first: "full" },
  { field: "given", values: ["none", "key-clues", "sham"], words: "givens", first: "none" },
  { field: "disclosure", values: ["none", "directions", "full"], words: "disclosures", first: "directions" },
  { field: "explanations", values: ["optional", "required"], words: "explanationsValues", first: "optional" },
] as const;

type TickProps = { name: string; options: Option[]; ticked?: string[] };

function TickList(props: TickProps) {
  return (
    <div className="flex max-h-72 flex-col overflow-y-auto">
      {props.options.map((option) => (
        <CheckField
          key={option.value}
          name={props.name}
          value={option.value}
          label={option.label}
          defaultChecked={props.ticked?.includes(option.value)}
        />
      ))}
    </div>
  );
}

function Ticks({ title, ...list }: TickProps & { title: string }) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="font-sans text-sm text-muted">{title}</legend>
      <TickList {...list} />
    </fieldset>
  );
}

/** The fields of a plan: what runs, on what, under which conditions, how often. */
export function LaunchChoices({ options, language }: { options: LaunchOptions; language: string }) {
  const t = useTranslations("research.launch");
  const languages = options.languages.map((value) => ({ value, label: t(`languages.${value}`) }));
  return (
    <>
      <TextField name="name" label={t("name")} hint={t("nameHint")} required maxLength={120} />
      <Group title={t("tasks")}>
        <TickList name="tasks" options={options.tasks} />
      </Group>
      <Group title={t("who")} hint={options.models.length === 0 ? t("noModels") : undefined}>
        {options.models.length > 0 && <Ticks name="models" title={t("actors")} options={options.models} />}
        <Ticks name="baselines" title={t("baselines")} options={options.baselines} />
      </Group>
      <Group title={t("conditions")} hint={t("conditionsText")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Ticks name="language" title={t("language")} options={languages} ticked={[language]} />
          {dimensions.map(({ field, values, words, first }) => (
            <Ticks
              key={field}
              name={field}
              title={t(field)}
              options={values.map((value) => ({ value, label: t(`${words}.${value}`) }))}
              ticked={[first]}
            />
          ))}
          <Ticks name="variant" title={t("variant")} options={options.variants} ticked={["original"]} />
          <NumberField name="step" label={t("step")} min={1} max={2000} defaultValue={10} />
        </div>
      </Group>
      <Group title={t("size")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            name="epochs"
            label={t("epochs")}
            hint={t("epochsHint")}
            min={1}
            max={1000}
            required
            defaultValue={5}
          />
          <NumberField name="concurrency" label={t("concurrency")} min={1} max={256} required defaultValue={8} />
          <NumberField name="budget" label={t("budget")} hint={t("budgetHint")} decimals min={0} />
        </div>
      </Group>
    </>
  );
}
