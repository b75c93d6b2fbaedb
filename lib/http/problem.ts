import "server-only";
import { AppError, type ErrorCode } from "@/lib/errors";
import { isOutage } from "@/lib/store/health";

const titles: Record<ErrorCode, string> = {
  "bad-request": "The request cannot be read",
  unauthenticated: "Not signed in",
  forbidden: "Not allowed",
  "not-found": "Not found",
  conflict: "Conflict",
  "too-large": "Too large",
  invalid: "Not valid",
  "rate-limited": "Too many requests",
  internal: "Something went wrong on the server",
  unavailable: "Not available now",
};

/** Two requests that did the same at once: the database let one of them through. */
function isClash(error: unknown): boolean {
  return ["P2002", "P2034"].includes((error as { code?: string }).code ?? "");
}

/** The one place where an error becomes a response: RFC 9457 problem+json, nothing internal in it. */
export function problem(error: unknown): Response {
  let known: AppError;
  if (error instanceof AppError) known = error;
  else if (isOutage(error)) known = new AppError("unavailable", "The database cannot be reached. Try again shortly.");
  else if (isClash(error)) known = new AppError("conflict", "Another request did the same at once. Send it again.");
  else {
    console.error(error);
    known = new AppError("internal", "The fault was logged.");
  }
  const { retryAfter, ...extra } = known.extra;
  const headers: Record<string, string> = { "content-type": "application/problem+json", "cache-control": "no-store" };
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  else if (known.code === "unavailable") headers["retry-after"] = "5";
  const body = {
    type: `about:blank#${known.code}`,
    title: titles[known.code],
    status: known.status,
    code: known.code,
    detail: known.userMessage,
    faults: known.faults,
    ...extra,
  };
  return new Response(JSON.stringify(body), { status: known.status, headers });
}
