import { english } from '@/src/core/text/english';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { toErrorInfo } from '../errors';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

const TOPIC = 'checkpoint.restore';

/** Codes of a restore that changed nothing, after which the user can reload the preview or wait. */
const NOT_TRIED: readonly ErrorCode[] = ['busy', 'conflict', 'page-changed'];

/**
 * Runs a restore of the page and logs its outcome. `subject`: the beginning of the entry's sentence, with its verb ("A checkpoint
 * was"). `checkpointId` is null if something other than a checkpoint is restored. Rethrows a failure.
 */
export async function logRestore<Result>(
  logger: Logger,
  { chatId, checkpointId, subject }: { chatId: string; checkpointId: string | null; subject: string },
  restore: () => Promise<Result>,
): Promise<Result> {
  const facts = { chatId, runId: null };
  try {
    const result = await restore();
    logger.info(TOPIC, `${subject} restored.`, { ...facts, data: { checkpointId } });
    return result;
  } catch (thrown) {
    const error = toErrorInfo(thrown);
    const level = NOT_TRIED.includes(error.code) ? 'warning' : 'error';
    logger[level](TOPIC, `${subject} not restored. ${english(error.message)}`, {
      ...facts,
      data: { checkpointId, ...errorFacts(error) },
    });
    throw thrown;
  }
}
