"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import type { EpisodeMove, EpisodeTask } from "@/lib/families/episode/play";
import { KeySwitch, VoiceSwitch } from "./settings";
import { langOf } from "./story-lang";

type Props = { task: EpisodeTask; move: (move: EpisodeMove) => boolean; onClose: () => void };

/** How it works, what is asked, the keys, and the two switches. */
export function Help({ task, move, onClose }: Props) {
  const t = useTranslations("play");
  return (
    <Modal title={t("help")} close={t("done")} onClose={onClose}>
      <p>{t("helpText")}</p>
      <div lang={langOf(task.language)} className="flex flex-col gap-2">
        <p>{task.question}</p>
        <p className="text-muted">{task.instructions}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {(["next", "back", "mark", "note", "board", "help"] as const).map((name) => (
          <div key={name} className="contents">
            <dt>
              <kbd>{t(`key.${name}`)}</kbd>
            </dt>
            <dd>{t(`does.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <KeySwitch move={move} />
        <VoiceSwitch move={move} />
      </div>
    </Modal>
  );
}
