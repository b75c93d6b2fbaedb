/** What the API refused, as its problem documents tell it. */
export type Problem = {
  code: string;
  detail: string;
  faults?: { field: string; message: string; line?: number }[];
  reason?: string;
};

/** What a call gave. `problem` is null when no answer came, or none that can be read. */
export type Answer = { ok: true; body: unknown } | { ok: false; problem: Problem | null };

/** One call of the API from a page. Never throws. @param body a text is sent as it is, anything else as JSON */
export async function askApi(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  try {
    const response = await fetch(path, {
      method,
      ...(text !== undefined && { headers: { "content-type": "application/json" }, body: text }),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, body: answer };
    return { ok: false, problem: typeof answer?.code === "string" ? answer : null };
  } catch {
    return { ok: false, problem: null };
  }
}
