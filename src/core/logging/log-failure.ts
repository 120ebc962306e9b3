import { toErrorInfo } from '../errors';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

/** Logs a failure that doesn't end the operation, as a warning: `text`, then the error's message. */
export function logFailure(
  logger: Pick<Logger, 'warning'>,
  topic: string,
  text: string,
  cause: unknown,
  chatId: string | null,
): void {
  const error = toErrorInfo(cause);
  logger.warning(topic, `${text} ${error.message}`, { chatId, data: errorFacts(error) });
}
