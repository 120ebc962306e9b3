import type { Change } from '@/src/schema/change';
import type { Message } from '@/src/schema/message';
import { causeText, isOwnExecution } from '../records/change-cause';
import type { AttributedChange } from './attribute-changes';

/**
 * Changes for a user's message. Those by the chat's own tool calls are left out, since their results reported them. An
 * entry without `by` was made by the user.
 */
export function changesForMessage(changes: readonly AttributedChange[], chatId: string): Change[] {
  return changesForEvent(
    changes.filter(({ cause }) => !isOwnExecution(cause, chatId)),
    chatId,
  );
}

/**
 * Changes for an event during a run. They include changes by the chat's own call if it took effect after its result was
 * stored. An entry without `by` was made by the user.
 */
export function changesForEvent(changes: readonly AttributedChange[], chatId: string): Change[] {
  return changes.map(({ change, cause }) => {
    const by = causeText(cause, chatId);
    return by === 'the user' ? change : { ...change, by };
  });
}

/** Changes for the end of a round of calls. An entry without `by` was made by the chat's own calls. */
export function changesForUpdate(changes: readonly AttributedChange[], chatId: string): Change[] {
  return changes.map(({ change, cause }) =>
    isOwnExecution(cause, chatId) ? change : { ...change, by: causeText(cause, chatId) },
  );
}

/** The changes of the page that a message of the user, or an event, reports. */
export function changesReportedBy(message: Message): readonly Change[] {
  if (message.role === 'user') return message.changes;
  return message.role === 'system' ? (message.news?.changes ?? []) : [];
}
