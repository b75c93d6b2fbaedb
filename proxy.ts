import { type NextRequest, NextResponse } from "next/server";
import { isDevelopment } from "@/lib/env";
import { pickLocale } from "@/lib/i18n/locale";
import en from "@/lib/i18n/messages/en/site.json";
import zh from "@/lib/i18n/messages/zh/site.json";
import { databaseAnswers } from "@/lib/store/health";

/** Pages and signing in need the database; files do not, and the API answers for itself. */
function needsDatabase(path: string): boolean {
  return !path.startsWith("/api/v1/") && !/\.[a-z0-9]+$/i.test(path);
}

/** What a visitor gets while the database is away: a page cannot set a status of its own, so it is made here. */
function awayPage(request: NextRequest, nonce: string): NextResponse {
  const locale = pickLocale(request.cookies.get("worth-locale")?.value, request.headers.get("accept-language"));
  const words = locale === "zh" ? zh : en;
  const html = `<!doctype html><html lang="${locale === "zh" ? "zh-Hans" : "en"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>WORTH</title>
<style nonce="${nonce}">html{color-scheme:light dark;font:1.1rem/1.6 Georgia,serif}main{max-width:38em;margin:3rem auto;padding:0 1rem}</style>
</head><body><main><h1>${words.away}</h1><p>${words.awayText}</p></main></body></html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "retry-after": "5", "cache-control": "no-store" };
  return new NextResponse(html, { status: 503, headers });
}

/**
 * Security headers on every page: scripts only with this request's nonce, nothing framed, nothing guessed. While the
 * database is away, 503 in place of a page.
 */
export async function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const away = needsDatabase(request.nextUrl.pathname) && !(await databaseAnswers());
  const response = away ? awayPage(request, nonce) : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  return response;
}

export const config = { matcher: [{ source: "/((?!_next/static|_next/image|favicon.ico).*)" }] };
