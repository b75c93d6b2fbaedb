import type { Failure, FailureCode } from "./provider";

type Traits = {
  final?: boolean;
  /** Whether another try may help. */
  retry?: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  waitMs?: number | null;
  /** HTTP status, when there was an answer. */
  status?: number | null;
  /** The body that could not be read. */
  unread?: string;
};

/**
 * A failed try, as thrown within lib/models and turned into a `Failure` by `callModel`. It carries no `cause`: the SDK
 * wraps errors by the codes it finds there.
 */
export class ProviderFault extends Error {
  readonly code: FailureCode;
  readonly final: boolean;
  readonly retry: boolean;
  readonly waitMs: number | null;
  readonly status: number | null;
  readonly unread: string | undefined;

  constructor(code: FailureCode, message: string, traits: Traits = {}) {
    super(message);
    this.name = "ProviderFault";
    this.code = code;
    this.final = traits.final ?? false;
    this.retry = traits.retry ?? false;
    this.waitMs = traits.waitMs ?? null;
    this.status = traits.status ?? null;
    this.unread = traits.unread;
  }

  failure(): Failure {
    return { code: this.code, message: this.message, final: this.final };
  }
}
