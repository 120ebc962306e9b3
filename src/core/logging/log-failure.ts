import { toErrorInfo } from '../errors';
import { errorFacts } from './error-log-level';
import type { LogFacts, LogWrite } from './log-entry';

/**
 * Logs a failure that doesn't end the operation. `write` is the logger's method for the level. The entry has `text` and the
 * error's code, but not the error's message, since some messages quote the user's input or the page.
 */
export function logFailure(
  write: LogWrite,
  topic: string,
  text: string,
  cause: unknown,
  facts?: LogFacts,
): void {
  write(topic, text, { ...facts, data: { ...facts?.data, ...errorFacts(toErrorInfo(cause)) } });
}
