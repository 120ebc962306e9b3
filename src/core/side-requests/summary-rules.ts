import type { Message, SummaryMessage } from '@/src/schema/message';
import { textError } from '../errors';
import { isSentRole } from '../history/summary-boundary';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { hasEnded } from '../records/transition';
import { chatBusy } from '../shared-errors';

/** The messages that a boundary at this position takes out of later requests: those since the boundary before it. */
export function messagesBefore(current: readonly Message[], position: number): Message[] {
  const earlier = current.findLast(
    (message) => message.role === 'summary' && message.state === 'boundary' && message.position < position,
  );
  const from = earlier?.position ?? Number.NEGATIVE_INFINITY;
  return current.filter(
    (message) => isSentRole(message.role) && message.position > from && message.position < position,
  );
}

/** The summary with this id. Throws `not-found` if the conversation has none. */
export function summaryOf({ messages }: ChatRecord, summaryId: string): SummaryMessage {
  const found = conversation(messages).find((message) => message.id === summaryId);
  if (found?.role === 'summary') return found;
  throw textError('not-found', 'error.sideRequests.summaryGone');
}

/** Throws `busy` while a run isn't over: what is sent must not change between its requests. */
export function assertOver({ run }: ChatRecord): void {
  if (run === null || hasEnded(run.status)) return;
  throw chatBusy();
}
