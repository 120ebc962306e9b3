import type { ErrorCode } from './values/error-code';

/** An error as it is sent between contexts and stored. */
export interface ErrorInfo {
  code: ErrorCode;
  /** One sentence: what happened, and to which object. */
  message: string;
  /** One sentence: what the user can do now. */
  remedy: string;
  /** Technical facts, such as a status or the endpoint's own message. Never a key. */
  details: string | null;
}
