import type { Logger } from '../logging/log-entry';
import type { CheckpointManager } from './checkpoint-manager';

/** Logs each checkpoint taken outside a response, which no event of the loop tells of: session starts, and safety checkpoints. */
export function withCheckpointLog(
  checkpoints: CheckpointManager,
  logger: Pick<Logger, 'info'>,
): CheckpointManager {
  return {
    ...checkpoints,
    async take(request) {
      const taken = await checkpoints.take(request);
      const { chatId, runId, id, reason, letGo } = taken;
      if (reason !== 'before-changes') {
        const data = { checkpointId: id, reason, letGo };
        logger.info('checkpoint.taken', 'A checkpoint was taken.', { chatId, runId, data });
      }
      return taken;
    },
  };
}
