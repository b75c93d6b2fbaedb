import { Fault } from "./processes.mjs";
import { findDatabase } from "./runs-backends";

// npm run tallies -- check|rebuild [TASK]: compares the tallies with a recount of the judgements, or makes them anew.
// It works on the WORTH that npm start runs in this folder, or on DATABASE_URL.
async function main([action, slug]: string[]): Promise<number> {
  if (action !== "check" && action !== "rebuild") throw new Fault("Use: npm run tallies -- check|rebuild [TASK]");
  await findDatabase();
  const [{ db }, { rebuildTallies, tallyDifferences }] = await Promise.all([
    import("@/lib/store/db"),
    import("@/lib/store/tallies"),
  ]);
  const tasks = await db().task.findMany({
    where: slug ? { slug } : {},
    orderBy: [{ slug: "asc" }, { version: "asc" }],
    select: { id: true, slug: true, version: true },
  });
  if (tasks.length === 0) throw new Fault(slug ? `There is no task "${slug}".` : "There are no tasks.");
  let differing = 0;
  for (const task of tasks) {
    const name = `${task.slug} v${task.version}`;
    if (action === "rebuild") console.log(`${name}: ${await rebuildTallies(task.id)} judgements counted anew`);
    const found = await tallyDifferences(task.id);
    differing += found.length;
    if (action === "check") console.log(`${name}: ${found.length === 0 ? "as recounted" : `${found.length} differ`}`);
    for (const key of found.slice(0, 20)) console.log(`  ${key}`);
  }
  await db().$disconnect();
  return differing === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Fault ? error.message : error);
    process.exit(1);
  },
);
