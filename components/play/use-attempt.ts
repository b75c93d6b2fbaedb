"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { isRefusal } from "@/lib/families/family";
import { type EpisodeMove, type EpisodeState, type EpisodeTask, episodePlay } from "@/lib/families/episode/play";
import { type AttemptBody, loadAttempt, type NumberedMove, Refused, type Result } from "./attempt-client";
import { dropMoves, keepMove, keptMoves } from "./outbox";
import { Sender, type SyncState } from "./sender";

type Log = { task: EpisodeTask; state: EpisodeState; seq: number };

function step(log: Log, { seq: _seq, at: _at, ...move }: NumberedMove): Log | null {
  const seq = log.seq + 1;
  const state = episodePlay.apply(log.task, log.state, { seq, type: "move", move: move as EpisodeMove });
  return isRefusal(state) ? null : { ...log, state, seq };
}

/** The server's log, then what this browser kept beyond it. Kept moves that no longer fit are dropped. */
async function rebuild(body: AttemptBody): Promise<Log> {
  let log: Log = { task: body.task, state: episodePlay.start(body.task), seq: 0 };
  for (const move of body.events) log = step(log, move) ?? log;
  for (const move of await keptMoves(body.id, log.seq + 1)) {
    const next = move.seq === log.seq + 1 ? step(log, move) : null;
    if (!next) {
      await dropMoves(body.id, move.seq);
      break;
    }
    log = next;
  }
  return log;
}

/**
 * One attempt in this browser: the local state by the family's own reducer, and its moves on their way to the server.
 * `move` answers at once; `false` means that the move is refused now.
 */
export function useAttempt(first: AttemptBody, lost: () => void) {
  const [log, setLog] = useState<Log | null>(null);
  const [sync, setSync] = useState<SyncState>("saved");
  const [result, setResult] = useState<Result | undefined>(first.result);
  const [elsewhere, setElsewhere] = useState(false);
  const held = useRef<Log | null>(null);
  const sender = useRef<Sender | null>(null);
  const writing = useRef<Promise<void>>(Promise.resolve());
  const lostRef = useRef(lost);
  lostRef.current = lost;

  const show = useCallback((next: Log) => {
    held.current = next;
    setLog(next);
  }, []);

  const restore = useCallback(
    async (body: AttemptBody) => {
      sender.current?.stop();
      show(await rebuild(body));
      setResult(body.result);
      sender.current = new Sender(body.id, body.events.at(-1)?.seq ?? 0, {
        state: setSync,
        done: (answer) => {
          setResult(answer);
          void dropMoves(body.id);
        },
        astray: (status) => {
          if (status === 404) lostRef.current();
          else {
            setElsewhere(true);
            const last = held.current?.seq ?? 0;
            loadAttempt(body.id)
              .then(async (fresh) => {
                await dropMoves(body.id, Math.min(last, (fresh.events.at(-1)?.seq ?? 0) + 1));
                await restore(fresh);
              })
              .catch((error) => (error instanceof Refused ? lostRef.current() : setSync("waiting")));
          }
        },
      });
      if (!body.done) sender.current.wake(0);
    },
    [show],
  );

  useEffect(() => {
    void restore(first);
    const online = () => sender.current?.wake(0);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      sender.current?.stop();
    };
  }, [first, restore]);

  const move = useCallback(
    (wanted: EpisodeMove): boolean => {
      const before = held.current;
      if (!before) return false;
      const numbered: NumberedMove = { ...wanted, seq: before.seq + 1, at: new Date().toISOString() };
      const next = step(before, numbered);
      if (!next) return false;
      show(next);
      setSync("saved");
      writing.current = writing.current.then(async () => {
        if (await keepMove(first.id, numbered)) sender.current?.wake(wanted.type === "submit" ? 0 : 400);
        else {
          setElsewhere(true);
          await restore(await loadAttempt(first.id));
        }
      });
      writing.current = writing.current.catch(() => setSync("waiting"));
      return true;
    },
    [first.id, restore, show],
  );

  return { task: first.task, state: log?.state ?? null, move, sync, result, elsewhere };
}
