import type { ErrorCode } from '@/src/schema/values/error-code';
import { toErrorInfo } from '../errors';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

const TOPIC = 'checkpoint.restore';

/** Nothing was restored; the user can reload the preview or wait. */
const NOT_TRIED: readonly ErrorCode[] = ['busy', 'conflict', 'page-changed'];

/**
 * Runs a restore of the page and logs its outcome. `checkpointId` is null if unsaved changes or, with
 * `subject`, something else is restored. A failure is logged as an error.
 */
export async function logRestore<Result>(
  logger: Logger,
  { chatId, checkpointId, ...given }: { chatId: string; checkpointId: string | null; subject?: string },
  restore: () => Promise<Result>,
): Promise<Result> {
  const facts = { chatId, runId: null };
  const usual = checkpointId === null ? 'Unsaved changes lost in a reload were' : 'A checkpoint was';
  const subject = given.subject ?? usual;
  try {
    const result = await restore();
    logger.info(TOPIC, `${subject} restored.`, { ...facts, data: { checkpointId } });
    return result;
  } catch (thrown) {
    const error = toErrorInfo(thrown);
    const level = NOT_TRIED.includes(error.code) ? 'warning' : 'error';
    logger[level](TOPIC, `${subject} not restored. ${error.message}`, {
      ...facts,
      data: { checkpointId, ...errorFacts(error) },
    });
    throw thrown;
  }
}
