/**
 * A model provider on this machine, for developing and trying without a key: `npm run protocol-server -- --help`.
 * What it speaks and how it answers: lib/models/protocol-server.ts.
 */
import { parseArgs } from "node:util";
import { type FaultName, faultNames, faults } from "../lib/models/protocol-faults";
import { startProtocolServer } from "../lib/models/protocol-server";

const help = `npm run protocol-server -- [options]

  --port 4010            port on 127.0.0.1
  --latency 50           milliseconds that each answer takes
  --fault <name>         a fault that some calls meet; may be given several times
  --share 0.2            the share of calls that meets it (1 unless told); with several faults, in the same order
  --seed 1               draws other calls for the faults
  --reasoning field|tag  send made-up thinking along
  --key <key>            refuse calls without this key
  --retry-after 1        seconds of the 429 faults
  --slow 2000            milliseconds that the fault "slow" adds
  --huge 64              megabytes of the fault "huge"

Faults:
${faultNames.map((name) => `  ${name.padEnd(18)} ${faults[name]}`).join("\n")}`;

function number(text: string | undefined, name: string, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number that is not negative.`);
  return value;
}

const option = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    port: option,
    latency: option,
    fault: { type: "string", multiple: true },
    share: { type: "string", multiple: true },
    seed: option,
    reasoning: option,
    key: option,
    "retry-after": option,
    slow: option,
    huge: option,
    help: { type: "boolean" },
  },
});

function sharesOf(named: string[], shares: string[]): Partial<Record<FaultName, number>> {
  return Object.fromEntries(
    named.map((name, index) => {
      if (!faultNames.some((known) => known === name)) throw new Error(`There is no fault ${name}. See --help.`);
      return [name, number(shares[index] ?? shares.at(-1), "share", 1)];
    }),
  );
}

async function main() {
  if (values.help) return console.log(help);
  const { reasoning } = values;
  if (reasoning !== undefined && reasoning !== "field" && reasoning !== "tag") {
    throw new Error("--reasoning is field or tag.");
  }
  const server = await startProtocolServer({
    port: number(values.port, "port", 4010),
    latencyMs: number(values.latency, "latency", 0),
    faults: sharesOf(values.fault ?? [], values.share ?? []),
    seed: number(values.seed, "seed", 1),
    reasoning,
    key: values.key,
    retryAfterSeconds: number(values["retry-after"], "retry-after", 1),
    slowMs: number(values.slow, "slow", 2_000),
    hugeMb: number(values.huge, "huge", 64),
  });
  console.log(`OpenAI-compatible and Anthropic: ${server.url}`);
  console.log(`Google:                          ${server.googleUrl}`);
  const stop = () => server.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
