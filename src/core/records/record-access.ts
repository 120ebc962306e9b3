import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { Message, ToolCall } from '@/src/schema/message';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Run } from '@/src/schema/run';
import type { NumberedSnapshot } from '@/src/schema/snapshot';
import { internalError, type StewardError, textError } from '../errors';

/** The position for the next message: after the positions that are reserved for the results of the calls. */
export function nextPosition(messages: readonly Message[]): number {
  // A whole number: the fractions are for titles and summaries.
  return Math.floor(messages.reduce((last, message) => Math.max(last, lastPlaceOf(message)), -1)) + 1;
}

function lastPlaceOf(message: Message): number {
  return message.role === 'assistant' ? message.position + message.toolCalls.length : message.position;
}

/** The chat's page. Throws `page-unknown` if the chat isn't bound to one. */
export function boundPage(chat: Chat): PageBinding {
  if (chat.binding !== null) return chat.binding;
  throw textError('page-unknown', 'error.records.noPage');
}

/**
 * Throws `not-found` if the user deleted the chat, because anything stored in it now would be deleted together with it.
 */
export function assertLiving({ deletedAtMs }: Chat): void {
  if (deletedAtMs !== null) throw chatGone();
}

/** The error for a chat that the user deleted. */
export function chatGone(): StewardError {
  return textError('not-found', 'error.records.chatGone');
}

/** The chat's run. Throws `not-found` before the first message. */
export function currentRun(record: ChatRecord): Run {
  if (record.run !== null) return record.run;
  throw textError('not-found', 'error.records.noRun', { remedy: 'remedy.sendFirst' });
}

/** True if the call was started and has no result yet. */
export function isStarted(execution: Execution): execution is Execution & { startedAtMs: number } {
  return execution.state === 'started' && execution.startedAtMs !== null;
}

/** A chat with its messages and its run. */
export interface ChatRecord {
  chat: Chat;
  /** In order of position, including those that were set aside. */
  messages: Message[];
  /** The run of the conversation's last message that belongs to a run; null if there is none. */
  run: Run | null;
}

/** The journal row of a call. Throws `storage` if there is none. */
export function executionOf(executions: readonly Execution[], call: ToolCall): Execution {
  const execution = executions.find((candidate) => candidate.id === call.executionId);
  if (execution !== undefined) return execution;
  throw internalError('storage', `The journal has no row for a call of ${call.name}.`);
}

/** The change of a chat's row when a run is stored with its snapshot. */
export function lastSnapshotOf(run: { snapshot?: NumberedSnapshot } | null): { lastSnapshotId?: number } {
  return run?.snapshot === undefined ? {} : { lastSnapshotId: run.snapshot.id };
}
