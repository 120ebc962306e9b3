import { type ErrorCode, toErrorInfo } from '../errors';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

const TOPIC = 'checkpoint.restore';

/** Nothing was tried: the user looks again, or waits. */
const NOT_TRIED: readonly ErrorCode[] = ['busy', 'conflict', 'page-changed'];

/** Does a restore of the page (rollback, redo, undo; what a reload had lost, or `subject`: no checkpoint then) and logs what it came to: one that failed is an error (ledger A-203). */
export async function logRestore<Result>(
  logger: Logger,
  { chatId, checkpointId, ...given }: { chatId: string; checkpointId: string | null; subject?: string },
  restore: () => Promise<Result>,
): Promise<Result> {
  const facts = { chatId, runId: null };
  const usual = checkpointId === null ? 'What a reload had lost was' : 'A checkpoint was';
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
