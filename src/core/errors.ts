import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';

/** Steward's only error class. Ports reject with nothing else. */
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

/** True for a {@link StewardError} with this code. */
export function hasCode(value: unknown, code: ErrorCode): value is StewardError {
  return isStewardError(value) && value.code === code;
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
