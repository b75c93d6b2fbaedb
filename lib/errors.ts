/** The closed list of error codes; each has one HTTP status. */
export const errorStatus = {
  "bad-request": 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  invalid: 422,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One fault of an input: where it is and what would be right. */
export type Fault = { field: string; message: string; line?: number };

/**
 * The only error type thrown on purpose. `message` is for the log, `userMessage` for whoever called;
 * they are apart so that nothing internal leaks. Translated to a response once, in lib/http.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly faults: Fault[];
  readonly extra: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    userMessage: string,
    options: { faults?: Fault[]; internal?: string; cause?: unknown; extra?: Record<string, unknown> } = {},
  ) {
    super(options.internal ?? userMessage, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.userMessage = userMessage;
    this.faults = options.faults ?? [];
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
