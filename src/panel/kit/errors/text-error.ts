import { StewardError } from '@/src/core/errors';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';

/** An error whose message and remedy are texts of the catalogue. */
export function textError(code: ErrorCode, message: TextKey, remedy: TextKey): StewardError {
  return new StewardError(code, i18n.t(message), { remedy: i18n.t(remedy) });
}
