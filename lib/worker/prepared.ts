import { judgeOf } from "@/lib/families/judge-registry";
import { findTask, keyOf } from "@/lib/store/tasks";
import type { Claim } from "@/lib/store/claims";

/** Tasks and keys of a version never change: each is read and prepared once. */

const mostHeld = 500;

/** Keeps the values that were asked for last. */
class Held<T> {
  private readonly values = new Map<string, Promise<T>>();

  get(name: string, make: () => Promise<T>): Promise<T> {
    const held = this.values.get(name);
    if (held) {
      this.values.delete(name);
      this.values.set(name, held);
      return held;
    }
    const made = make();
    made.catch(() => this.values.delete(name));
    this.values.set(name, made);
    const [oldest] = this.values.keys();
    if (this.values.size > mostHeld && oldest !== undefined) this.values.delete(oldest);
    return made;
  }
}

const rows = new Held<Awaited<ReturnType<typeof findTask>>>();
const keys = new Held<unknown>();

/** The task and the key that judges it, as they are for one attempt. */
export async function prepared(claim: Claim): Promise<{ task: unknown; key: unknown }> {
  const [row, key] = await Promise.all([
    rows.get(claim.taskId, () => findTask(claim.taskId)),
    keys.get(`${claim.taskId} ${claim.keyVersion}`, async () => (await keyOf(claim.taskId, claim.keyVersion)).key),
  ]);
  return judgeOf(claim.family).prepare(row.content, key, claim.condition, claim.seed);
}
