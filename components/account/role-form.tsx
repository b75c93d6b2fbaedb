"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { askApi } from "@/components/ui/ask-api";

const roles = ["player", "researcher", "admin"] as const;
type Role = (typeof roles)[number];

/** The role of one account, and the button that gives another. */
export function RoleForm({ id, email, role }: { id: string; email: string; role: Role }) {
  const t = useTranslations("account");
  const problems = useTranslations("problem");
  const router = useRouter();
  const [chosen, setChosen] = useState<Role>(role);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ good: boolean; words: string } | null>(null);

  async function give() {
    setBusy(true);
    setSaid(null);
    const answer = await askApi("PATCH", `/api/v1/users/${id}`, { role: chosen });
    setBusy(false);
    if (answer.ok) {
      setSaid({ good: true, words: t("roleGiven") });
      return router.refresh();
    }
    if (answer.problem) setChosen(role);
    const last = answer.problem?.reason === "last-admin";
    setSaid({ good: false, words: last ? t("lastAdmin") : problems(answer.problem?.code ?? "unavailable") });
  }

  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <select
        aria-label={t("roleOf", { email })}
        className="input max-w-44"
        value={chosen}
        onChange={(event) => setChosen(event.target.value as Role)}
      >
        {roles.map((name) => (
          <option key={name} value={name}>
            {t(`roles.${name}`)}
          </option>
        ))}
      </select>
      <button type="submit" className="btn" disabled={busy || chosen === role}>
        {t("give")}
      </button>
      <span role="status" className={said?.good ? "text-good" : "text-bad"}>
        {said?.words}
      </span>
    </form>
  );
}
