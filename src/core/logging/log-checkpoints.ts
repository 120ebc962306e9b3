import type { CheckpointManager } from '../checkpoints/checkpoint-manager';
import type { Logger } from './log-entry';

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
