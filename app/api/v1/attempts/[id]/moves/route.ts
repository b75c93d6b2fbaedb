import { movesSchema } from "@/lib/contracts/attempts";
import { route } from "@/lib/http/route";
import { nextSentences, requireOwn, resultOf } from "@/lib/store/attempt-bodies";
import { appendMoves } from "@/lib/store/attempts";

export const POST = route(
  { body: movesSchema, maxBytes: 1_048_576, perMinute: 600, anyText: ["moves"] },
  async ({ params, body, caller }) => {
    const id = params.id as string;
    await requireOwn(id, caller);
    const { seq, done, loaded } = await appendMoves(id, body.moves);
    const sentences = body.have === undefined ? undefined : nextSentences(loaded, body.have);
    return { body: { seq, done, sentences, ...(done && { result: await resultOf(id) }) } };
  },
);
