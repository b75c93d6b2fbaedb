import { episodePlay } from "./episode/play";

/** Every family, by id: the client-safe half. */
const familyIds = ["episode"] as const;
export type FamilyId = (typeof familyIds)[number];

export const plays = { episode: episodePlay } satisfies Record<FamilyId, { id: string }>;
