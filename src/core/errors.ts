/**
 * The closed set of error codes. The code decides which remedy the panel offers.
 * Classes don't survive structured clone between contexts, so code compares this string, never `instanceof`.
 */
export const ERROR_CODES = [
  'aborted',
  'approval-gone',
  'auth',
  'budget-reached',
  'busy',
  'conflict',
  'connection-missing',
  'context-too-long',
  'illegal-transition',
  'internal',
  'interrupted',
  'invalid-calls',
  'invalid-message',
  'model-missing',
  'model-not-found',
  'network',
  'not-found',
  'over-budget',
  'page-changed',
  'page-gone',
  'page-key',
  'page-protocol',
  'page-unknown',
  'permission-missing',
  'protocol',
  'rate-limit',
  'server',
  'state-refused',
  'storage',
  'storage-full',
  'timeout',
  'too-complex',
  'tool-call-required',
  'turned-off',
  'write-refused',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

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

/** The one error class. Ports reject with it and with nothing else. */
export class StewardError extends Error {
  override readonly name = 'StewardError';
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly details: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { remedy: string; details?: string | null; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details ?? null;
  }
}

/**
 * True for a {@link StewardError}. Checks the name, because each bundle may have its own copy of the class.
 */
export function isStewardError(value: unknown): value is StewardError {
  return value instanceof Error && value.name === 'StewardError' && 'code' in value;
}

/**
 * Converts any thrown value to {@link ErrorInfo}. A value that is not a StewardError is a bug in Steward and
 * gets the code `internal`.
 */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (isStewardError(error)) {
    return { code: error.code, message: error.message, remedy: error.remedy, details: error.details };
  }
  return {
    code: 'internal',
    message: 'Something went wrong inside Steward.',
    remedy: 'Try again. If the error persists, report it with the details.',
    details: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}

/** Converts {@link ErrorInfo} back to an error that can be thrown. */
export function fromErrorInfo(info: ErrorInfo): StewardError {
  return new StewardError(info.code, info.message, { remedy: info.remedy, details: info.details });
}
