import type { Logger } from '../logging/log-entry';
import type { CheckpointManager } from './checkpoint-manager';

/** A decorator that logs the checkpoints for which the loop emits no event: starts of chats and safety checkpoints. */
export function withCheckpointLog(
  checkpoints: CheckpointManager,
  logger: Pick<Logger, 'info'>,
): CheckpointManager {
  return {
    ...checkpoints,
    async take(request) {
      const taken = await checkpoints.take(request);
      const { chatId, runId, id, reason, deletedCount } = taken;
      if (reason !== 'before-changes') {
        const data = { checkpointId: id, reason, deletedCount };
        logger.info('checkpoint.taken', 'A checkpoint was taken.', { chatId, runId, data });
      }
      return taken;
    },
  };
}
