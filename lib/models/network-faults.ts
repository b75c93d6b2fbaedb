import { blockedCode } from "./addresses";
import { ProviderFault } from "./fault";

type Coded = { code?: string; errors?: { code?: string }[]; message?: string };

const dropped = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ERR_STREAM_PREMATURE_CLOSE"]);
const unreachable = new Set(["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ENETDOWN", "EHOSTDOWN"]);

/** A socket's error in words. Only what another try may mend is tried again. */
export function networkFault(error: Coded, url: URL): ProviderFault {
  const code = error.code ?? error.errors?.find((one) => one.code)?.code ?? "";
  const where = url.host;
  const again = { retry: true };
  if (code === blockedCode) {
    return new ProviderFault(
      "blocked-address",
      `${where} is a private address. An administrator can allow it on the page of connections.`,
      { final: true },
    );
  }
  if (code === "ENOTFOUND")
    return new ProviderFault("network", `The host ${where} is not known. Check the address.`, again);
  if (code === "EAI_AGAIN") return new ProviderFault("network", `The host ${where} could not be looked up.`, again);
  if (code === "ECONNREFUSED") return new ProviderFault("network", `Nothing answers at ${where}.`, again);
  if (code === "ETIMEDOUT") return new ProviderFault("network", `${where} did not take the connection in time.`, again);
  if (dropped.has(code)) return new ProviderFault("network", `${where} broke the connection off.`, again);
  if (unreachable.has(code)) return new ProviderFault("network", `${where} cannot be reached from here.`, again);
  if (code.startsWith("HPE_")) {
    return new ProviderFault(
      "bad-response",
      `What ${where} answers is not HTTP. Check the address and its port.`,
      again,
    );
  }
  if (code.startsWith("ERR_SSL") || code === "EPROTO") {
    return new ProviderFault(
      "network",
      `${where} does not speak https. Check whether the address begins with http://.`,
      {
        final: true,
      },
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return new ProviderFault("network", `The certificate of ${where} cannot be trusted (${code}).`, { final: true });
  }
  const named = code ? ` (${code})` : "";
  return new ProviderFault("network", `The connection to ${where} failed${named}.`, again);
}
