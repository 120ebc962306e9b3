import { StewardError } from '@/src/core/errors';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { say, type TextKey } from '@/src/schema/values/said';

/** An error whose message and remedy are texts of the catalogue. */
export function textError(code: ErrorCode, message: TextKey, remedy: TextKey): StewardError {
  return new StewardError(code, say(message), { remedy: say(remedy) });
}
