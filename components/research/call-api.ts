type Fault = { field: string; message: string };

/** What a call gave: its body, or what is wrong in words. */
export type ApiAnswer = { ok: true; body: unknown } | { ok: false; words: string };

/** A fault in words; its field by the name it has on the page, where it has one. */
function faultText(fault: Fault, labels: Record<string, string>): string {
  const named = Object.entries(labels)
    .filter(([field]) => fault.field === field || fault.field.startsWith(`${field}.`))
    .sort(([one], [other]) => other.length - one.length)[0];
  return `${named ? named[1] : fault.field}: ${fault.message}`;
}

/** One call of the API from a page. Never throws. @param words for when no answer comes, and before faults of fields */
export async function callApi(
  method: string,
  path: string,
  body: unknown,
  words: { unreachable: string; lead: string },
  labels: Record<string, string> = {},
): Promise<ApiAnswer> {
  try {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, body: answer };
    const faults: Fault[] = answer.faults ?? [];
    if (faults.length === 0) return { ok: false, words: String(answer.detail) };
    return { ok: false, words: [words.lead, ...faults.map((fault) => faultText(fault, labels))].join(" ") };
  } catch {
    return { ok: false, words: words.unreachable };
  }
}
