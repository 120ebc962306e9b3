import type { RuleSets } from '../../filter/rule-sets';

/** The kinds of failed server calls that the page handles differently. */
export type ApiErrorCode =
  /** No answer within the time limit, or no connection. */
  | 'unreachable'
  /** The server requires a key, or refused the given one. */
  | 'unauthorised'
  /** The saved rules differ from those that the save started from; the error contains them. */
  | 'conflict'
  /** The server refused with its own message. */
  | 'refused'
  /** The server, or one before it, failed (5xx). It may have acted before. */
  | 'failed'
  /** The server's answer can't be parsed. */
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
