"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { CheckField, Group, NumberField, type Option, SelectField, TextArea, TextField } from "./field";
import { JsonForm } from "./json-form";
import { modelBodyOf, parameterFields, priceFields, ruleFields } from "./model-body";

/** Adds a model configuration. `chosen` fills in what a link from a connection's list named. */
export function ModelForm(props: {
  connections: Option[];
  methods: string[];
  chosen: { connection?: string; modelId?: string };
}) {
  const t = useTranslations("research.models");
  const router = useRouter();
  const labels = Object.fromEntries(
    ["name", "connection", "modelId", "method", "tier", "interface", "notes"].map((field) => [field, t(field)]),
  );
  for (const field of parameterFields) labels[`parameters.${field}`] = t(field);
  for (const field of priceFields) labels[`prices.${field}`] = `${t("prices")} ${t(field)}`;
  const code = { autoCapitalize: "none", spellCheck: false } as const;
  return (
    <JsonForm
      action="/api/v1/models"
      submit={t("add")}
      labels={labels}
      body={(form) => modelBodyOf(form) ?? t("extraBodyWrong")}
      done={() => {
        router.push("/research/models");
        router.refresh();
        return null;
      }}
    >
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        required
        maxLength={120}
        defaultValue={props.chosen.modelId}
      />
      <SelectField
        name="connection"
        label={t("connection")}
        options={props.connections}
        defaultValue={props.chosen.connection}
      />
      <TextField
        name="modelId"
        label={t("modelId")}
        hint={t("modelIdHint")}
        required
        maxLength={200}
        {...code}
        defaultValue={props.chosen.modelId}
      />
      <SelectField
        name="method"
        label={t("method")}
        options={props.methods.map((method) => ({
          value: method,
          label: t.has(`methods.${method}`) ? t(`methods.${method}`) : method,
        }))}
      />
      <Group title={t("parameters")} hint={t("parametersText")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField name="temperature" label={t("temperature")} decimals min={0} max={2} />
          <NumberField name="topP" label={t("topP")} decimals min={0} max={1} />
          <NumberField name="maxTokens" label={t("maxTokens")} min={1} />
          <NumberField name="seed" label={t("seed")} />
          <TextField
            name="reasoningEffort"
            label={t("reasoningEffort")}
            hint={t("reasoningEffortHint")}
            maxLength={40}
            {...code}
          />
        </div>
        <TextArea
          name="extraBody"
          label={t("extraBody")}
          hint={t("extraBodyHint")}
          placeholder={'{"thinking": {"type": "enabled"}}'}
          {...code}
        />
      </Group>
      <Group title={t("rules")}>
        {ruleFields.map((field) => (
          <CheckField key={field} name={field} label={t(field)} />
        ))}
      </Group>
      <Group title={t("prices")} hint={t("pricesText")}>
        <div className="grid gap-4 sm:grid-cols-2">
          {priceFields.map((field) => (
            <NumberField key={field} name={`price-${field}`} label={t(field)} decimals min={0} max={100000} />
          ))}
        </div>
      </Group>
      <TextField name="tier" label={t("tier")} hint={t("tierHint")} maxLength={60} />
      <TextField name="interface" label={t("interface")} hint={t("interfaceHint")} maxLength={60} defaultValue="api" />
      <TextArea name="notes" label={t("notes")} maxLength={5000} />
    </JsonForm>
  );
}
