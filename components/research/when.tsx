/** A moment to the minute, in UTC as everything here. @param at ISO 8601 */
export function When({ at }: { at: string | null }) {
  if (!at) return "–";
  return (
    <time dateTime={at} title={`${at} UTC`} className="whitespace-nowrap">
      {at.slice(0, 16).replace("T", " ")}
    </time>
  );
}
