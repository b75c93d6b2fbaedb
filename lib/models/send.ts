import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { guardedLookup, hostOf, isAllowedHost, isClosedAddress } from "./addresses";
import { ProviderFault } from "./fault";
import { networkFault } from "./network-faults";

/** The largest answer that is read, in bytes. */
const answerCap = 8 * 1024 * 1024;

export type Sending = {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  idleSeconds: number;
  totalSeconds: number;
  /** What is left of the total, when others of the same try went before. */
  leftSeconds?: number;
  allowedHosts: string[];
  signal?: AbortSignal;
};

export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };

// A free socket is closed before the 5 s after which common servers close it: no request meets a dying socket.
const pool = {
  keepAlive: true,
  maxFreeSockets: 256,
  timeout: 4_000,
  autoSelectFamilyAttemptTimeout: 2_000,
};
const agents = {
  // Sockets are pooled by host: those of allowed hosts stay apart, so that nobody reuses one without its permission.
  guarded: {
    "http:": new http.Agent({ ...pool, lookup: guardedLookup } as http.AgentOptions),
    "https:": new https.Agent({ ...pool, lookup: guardedLookup } as https.AgentOptions),
  },
  allowed: { "http:": new http.Agent(pool), "https:": new https.Agent(pool) },
};

const tooLarge = () =>
  new ProviderFault(
    "too-large",
    `The answer is larger than ${answerCap / 1024 / 1024} MB. It was cut off and not kept.`,
  );

const decoders: Record<string, (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
};

/** No encoding is asked for, but some servers send one all the same. */
async function decoded(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decode = decoders[encoding?.trim().toLowerCase().replace("x-gzip", "gzip") ?? ""];
  if (!decode) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: answerCap });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new ProviderFault("bad-response", "The answer is compressed in a way that cannot be read.", { retry: true });
  }
}

/** The address of a request, checked as far as it can be before a name is looked up. */
function checkedUrl(text: string, allowedHosts: string[]) {
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ProviderFault("blocked-address", "A provider's address begins with http:// or https://.", {
      final: true,
    });
  }
  const allowed = isAllowedHost(url, allowedHosts);
  const host = hostOf(url);
  // A socket does not look up what is an address already.
  if (!allowed && isIP(host) && isClosedAddress(host)) throw networkFault({ code: "WORTH_BLOCKED_ADDRESS" }, url);
  const agent = agents[allowed ? "allowed" : "guarded"][url.protocol];
  return { url, agent, transport: url.protocol === "https:" ? https : http };
}

/**
 * One request. Redirects are not followed; the address connected to is checked; silence, time and size are bounded.
 * @throws ProviderFault for everything that is not an answer
 */
export async function send(sending: Sending): Promise<Answer> {
  const { url, agent, transport } = checkedUrl(sending.url, sending.allowedHosts);
  if (sending.signal?.aborted) throw new ProviderFault("stopped", "The call was stopped.");
  const { response, bytes } = await new Promise<{ response: http.IncomingMessage; bytes: Buffer }>(
    (resolve, reject) => {
      const payload = sending.body === undefined ? null : Buffer.from(sending.body);
      let request: http.ClientRequest;
      const fail = (fault: ProviderFault) => {
        settle();
        reject(fault);
        request?.destroy();
      };
      const idle = setTimeout(
        () =>
          fail(
            new ProviderFault(
              "timeout",
              `The provider was silent for ${sending.idleSeconds} s. If the model thinks that long, raise the connection's longest silence.`,
              { retry: true },
            ),
          ),
        sending.idleSeconds * 1000,
      );
      const total = setTimeout(
        () =>
          fail(
            new ProviderFault("timeout", `The answer was not complete after ${sending.totalSeconds} s.`, {
              retry: true,
            }),
          ),
        (sending.leftSeconds ?? sending.totalSeconds) * 1000,
      );
      const stop = () => fail(new ProviderFault("stopped", "The call was stopped."));
      const settle = () => {
        clearTimeout(idle);
        clearTimeout(total);
        sending.signal?.removeEventListener("abort", stop);
      };
      sending.signal?.addEventListener("abort", stop, { once: true });
      const broken = (error: NodeJS.ErrnoException) => fail(networkFault(error, url));
      try {
        request = transport.request(url, {
          method: sending.method,
          agent,
          headers: {
            ...sending.headers,
            "accept-encoding": "identity",
            ...(payload ? { "content-length": String(payload.byteLength) } : {}),
          },
        });
      } catch {
        settle();
        reject(
          new ProviderFault("auth", "The key holds characters that cannot be sent. Copy it again.", { final: true }),
        );
        return;
      }
      request.on("error", broken);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        idle.refresh();
        if (Number(response.headers["content-length"]) > answerCap) return fail(tooLarge());
        response.on("data", (chunk: Buffer) => {
          idle.refresh();
          size += chunk.byteLength;
          if (size > answerCap) fail(tooLarge());
          else chunks.push(chunk);
        });
        response.on("error", broken);
        response.on("end", () => {
          settle();
          resolve({ response, bytes: Buffer.concat(chunks.splice(0)) });
        });
      });
      request.end(payload ?? undefined);
    },
  );
  const text = (await decoded(bytes, response.headers["content-encoding"])).toString("utf8");
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text,
  };
}
