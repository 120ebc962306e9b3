import type { RuleSets } from '../state/rule-sets';

/** The kinds of failed server calls that the page handles differently. */
export type ApiErrorCode =
  /** No answer within the time limit, or no connection. */
  | 'unreachable'
  /** The server wants a key, or another one. */
  | 'unauthorised'
  /** The saved rules are not those that the save started from; the error brings them. */
  | 'conflict'
  /** The server said no; its own words are the message. */
  | 'refused'
  /** The server said something that this page doesn't understand. */
  | 'unexpected-answer';

/** The only error that the catalogue API rejects with. Its message is a sentence for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The rules in the server's file; only with `conflict`. */
  readonly saved: RuleSets | null;

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    options: { saved?: RuleSets; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.saved = options.saved ?? null;
  }
}
