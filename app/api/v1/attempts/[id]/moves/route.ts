import { movesSchema } from "@/lib/contracts/attempts";
import { route } from "@/lib/http/route";
import { requireOwn, resultOf } from "@/lib/store/attempt-bodies";
import { appendMoves } from "@/lib/store/attempts";

export const POST = route(
  { body: movesSchema, maxBytes: 1_048_576, perMinute: 600, anyText: ["moves"] },
  async ({ params, body, caller }) => {
    const id = params.id as string;
    await requireOwn(id, caller);
    const { seq, done } = await appendMoves(id, body.moves);
    return { body: { seq, done, ...(done && { result: await resultOf(id) }) } };
  },
);
