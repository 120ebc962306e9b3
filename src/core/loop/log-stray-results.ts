import type { Run } from '@/src/schema/run';
import type { Omission } from '@/src/schema/sent-request';
import type { LoopDeps } from './agent-loop';

/**
 * Logs an error if the record has results without a call, which is damage: they are stored after their call. They are not sent,
 * and the request inspector lists them. Once for each run, since every request of it leaves them out.
 */
export function logStrayResults(
  { logger }: Pick<LoopDeps, 'logger'>,
  { chatId, id: runId, round }: Run,
  omissions: readonly Omission[],
): void {
  const stray = omissions.find(({ reason }) => reason === 'without-call');
  if (stray === undefined || round > 0) return;
  const message = 'Results without a call are stored in this chat; they are left out of its requests.';
  logger.error('history.stray_results', message, { chatId, runId, data: { count: stray.count } });
}
