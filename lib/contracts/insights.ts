import { z } from "zod";

/** Query of `GET /insights/{task}`. */
export const insightsQuerySchema = z.strictObject({
  asOf: z.iso
    .datetime({ offset: true })
    .refine((moment) => Date.parse(moment) <= Date.now(), "must not lie in the future")
    .optional()
    .describe(
      "An ISO time: the figures of all that was judged by then, to be found again later. Without it, all there is. Attempts that have left the comparison since are in neither.",
    ),
});
