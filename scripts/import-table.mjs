// Who may import whom, as one table. `npm run lint:rules` writes biome.json from it; a test compares and plants violations.

/** The modules of this repository that a rule can name, with the reason why a stranger may not import them. */
export const modules = {
  "lib/families": "Only what the table allows may know the families.",
  "lib/stats": "Only what the table allows may use the statistics.",
  "lib/contracts": "Only what the table allows may know the API's shapes.",
  "lib/models": "Model providers are called by the worker and by routes, never from below.",
  "lib/store": "Only the store's users may reach the database: data arrives as arguments or props.",
  "lib/worker": "The worker is a process of its own: nothing imports it.",
  "lib/http": "The route wrapper belongs to routes.",
  "lib/auth": "Only routes and their wrapper know who is signed in.",
  "lib/i18n": "Words belong to pages and components.",
  components: "Nothing below the pages may know components.",
  app: "Routes are the top: nothing imports them.",
  scripts: "Commands are run, not imported.",
  "lib/env": "Only the modules that the table names may read the environment.",
};

const prisma = {
  group: [
    "@prisma/*",
    "@prisma/**",
    "prisma",
    "**/generated/prisma",
    "**/generated/prisma/**",
    "pg",
    "graphile-worker",
    "graphile-worker/**",
  ],
  message: "Only lib/store (and the worker, for its queue) touches the database.",
};
const builtins =
  "assert buffer child_process cluster crypto dns events fs http http2 https module net os path process readline stream timers tls url util vm worker_threads zlib";
const impure = {
  group: [
    ...["node:*", "node:*/**", ...builtins.split(" "), "fs/promises"],
    ...[
      "react",
      "react/**",
      "react-dom",
      "react-dom/**",
      "next",
      "next/**",
      "next-auth",
      "next-auth/**",
      "next-intl",
      "next-intl/**",
    ],
    ...["server-only", "@ai-sdk/*", "@ai-sdk/**"],
  ],
  message:
    "This module is pure: no input or output, no framework, so that it runs anywhere and is tested without anything.",
};
const keys = {
  group: ["**/lib/families/**", "!**/lib/families/*/play", "!**/lib/families/family", "!**/lib/families/play-registry"],
  message: "Components see only the client-safe half of a family: nothing of an answer key may reach a browser.",
};
const schemas = {
  group: ["zod", "zod/**"],
  message: "The schema library is too heavy for the player: schemas stay on the server.",
};

/** One row per folder: the repository's modules it may import (itself always), and rules beyond. */
export const table = [
  { folder: "lib/families", may: [], extra: [prisma, impure] },
  { folder: "lib/stats", may: ["lib/families"], extra: [prisma, impure] },
  { folder: "lib/contracts", may: ["lib/families"], extra: [prisma, impure] },
  { folder: "lib/models", may: ["lib/env"], extra: [prisma] },
  { folder: "lib/store", may: ["lib/families", "lib/stats", "lib/contracts", "lib/env"], extra: [] },
  { folder: "lib/worker", may: ["lib/store", "lib/models", "lib/families", "lib/env"], extra: [], queue: true },
  { folder: "lib/auth", may: ["lib/contracts", "lib/store", "lib/env"], extra: [prisma] },
  { folder: "lib/http", may: ["lib/contracts", "lib/store", "lib/env", "lib/auth"], extra: [prisma] },
  { folder: "lib/i18n", may: ["lib/env"], extra: [prisma] },
  {
    folder: "components",
    may: ["lib/families", "lib/stats", "lib/contracts", "lib/i18n"],
    extra: [prisma, keys, schemas],
  },
  {
    folder: "app",
    may: Object.keys(modules).filter((name) => !["lib/worker", "scripts", "app"].includes(name)),
    extra: [prisma],
  },
];

/** Families are never to import one another. */
export const families = ["episode", "question", "probe"];

/** Patterns that name a module, from anywhere or by a relative path within lib. */
function patternsOf(name, folder) {
  const exact = name === "lib/env" ? [`**/${name}`, `**/${name}.ts`] : [`**/${name}`, `**/${name}/**`];
  if (!name.includes("/")) return [`@/${name}/**`, `../**/${name}/**`];
  const last = name.slice(4);
  return folder.startsWith("lib/")
    ? [...exact, `../${last}`, `../**/${last}`, `../**/${last}/**`, `../${last}/**`]
    : exact;
}

/** The whole pattern list of a folder: overrides replace one another, so each list is complete. */
export function patternsFor(row, family) {
  const list = Object.entries(modules)
    .filter(([name]) => name !== row.folder && !row.may.includes(name))
    .map(([name, reason]) => ({
      group: patternsOf(name, row.folder),
      message: `${row.folder} may not import ${name}. ${reason}`,
    }));
  list.push(
    ...row.extra,
    ...(row.queue
      ? [{ ...prisma, group: prisma.group.filter((name) => !name.startsWith("graphile") && name !== "pg") }]
      : []),
  );
  if (family) {
    const others = families.filter((name) => name !== family);
    list.push({
      group: others.flatMap((name) => [`**/families/${name}/**`, `../${name}/**`, `../**/${name}/**`]),
      message: "Families never import one another: each is a plug-in of its own.",
    });
  }
  return list;
}
