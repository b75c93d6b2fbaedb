import type { FamilyJudge } from "../family";
import { episodeBaselines } from "./baselines";
import { notForPlayers } from "./choice";
import {
  type EpisodeMove,
  episodePlay,
  type EpisodeResponse,
  type EpisodeState,
  type EpisodeTask,
  type EpisodeView,
} from "./play";
import { drawnCandidates, episodeCondition, opensEpisodeKey, prepareEpisode } from "./prepare";
import { methods, promptVersion } from "./prompts";
import { readEpisode } from "./read";
import { revealEpisode } from "./reveal";
import {
  type EpisodeCondition,
  type EpisodeContent,
  type EpisodeKey,
  episodeConditionSchema,
  episodeContentSchema,
  episodeKeySchema,
  episodeMoveSchema,
  episodeResponseSchema,
  type PreparedEpisodeKey,
} from "./schema";
import { episodeMetrics, scoreEpisode, tallyEpisode } from "./score";
import { episodeTurn } from "./turn";

/** The server's half of the `episode` family (WORTH). */
export const episodeJudge: FamilyJudge<
  EpisodeContent,
  EpisodeKey,
  EpisodeCondition,
  EpisodeTask,
  PreparedEpisodeKey,
  EpisodeState,
  EpisodeMove,
  EpisodeView,
  EpisodeResponse
> = {
  play: episodePlay,
  readerVersion: 1,
  scorerVersion: 1,
  promptVersion,
  schemas: {
    content: episodeContentSchema,
    key: episodeKeySchema,
    condition: episodeConditionSchema,
    move: episodeMoveSchema,
    response: episodeResponseSchema,
  },
  condition: episodeCondition,
  runDefaults: (content) => ({ presentation: "full", language: content.languages[0] }),
  notForPlayers,
  opensKey: opensEpisodeKey,
  drawnOrder: (content, seed) => drawnCandidates(content, seed).map((candidate) => candidate.id),
  prepare: prepareEpisode,
  score: scoreEpisode,
  metrics: episodeMetrics,
  tallies: tallyEpisode,
  turn: episodeTurn,
  read: readEpisode,
  submit: (response) => ({ type: "submit", response }),
  response: (state) => state.response,
  methods: [...methods],
  baselines: episodeBaselines,
  reveal: revealEpisode,
};
