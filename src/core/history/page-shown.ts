import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RequestMessage } from './request-message';
import { stateCarrier } from './summary-boundary';

/**
 * True if a request shows the page as its run knows it: it contains the page's state, and each report of a change after that.
 * It lacks a report if a summary, trimming or tool memory leaves out the result with it. Also true without a run: such a request shows no page.
 *
 * @param entries the conversation, in order
 * @param messages the messages as sent
 */
export function isPageShown(
  entries: readonly Message[],
  run: Run | null,
  messages: readonly RequestMessage[],
): boolean {
  if (run === null) return true;
  // The run of a copied chat has no state of its page.
  if (run.contextText === '') return false;
  const carrier = entries.findIndex(({ id }) => id === stateCarrier(run));
  // A rollback set it aside.
  if (carrier === -1) return false;
  const later = entries.slice(carrier + 1).filter((entry) => entry.runId === run.id && reportsPage(entry));
  if (later.length === 0) return true;
  const sentIds = new Set(messages.flatMap(({ sources }) => sources.map(({ id }) => id)));
  return later.every(({ id }) => sentIds.has(id));
}

function reportsPage(message: Message): boolean {
  switch (message.role) {
    case 'tool':
      return message.pageUpdate !== null;
    case 'system':
      return message.news !== undefined;
    case 'user':
      return message.changes.length > 0;
    default:
      return false;
  }
}
