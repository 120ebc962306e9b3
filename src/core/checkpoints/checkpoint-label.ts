import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { assertNever } from '../assert-never';
import { firstTitle } from '../history/first-title';
import type { CallLine } from '../tools/call-label';

/**
 * Name of a checkpoint: the user's message whose changes it precedes. `request`: see {@link requestsOf}; without one, the name is
 * formed from the calls.
 */
export function checkpointLabel(checkpoint: CheckpointEntry, request: string | null, line: CallLine): string {
  switch (checkpoint.reason) {
    case 'session-start':
      return 'Chat start';
    case 'before-rollback':
      return 'Before rollback';
    case 'before-edit':
      return 'Before a message was edited';
    case 'before-retry':
      return 'Before an answer was retried';
    case 'before-undo':
      return `Before undoing: ${callsLabel(checkpoint, line)}`;
    case 'before-restore-unsaved':
      return 'Before unsaved changes were restored';
    case 'before-restore-saved':
      return 'Before an earlier save was restored';
    case 'before-changes':
      return `Before: ${request === null ? callsLabel(checkpoint, line) : firstTitle(request.trim())}`;
    default:
      return assertNever(checkpoint.reason);
  }
}

/**
 * Name of what a rollback to the checkpoint brings back, if it was taken before a rollback or an undo; null if not, and before a redo.
 * `messages`: including those that were set aside.
 */
export function redoneLabel(
  checkpoint: CheckpointEntry,
  messages: readonly Message[],
  line: CallLine,
): string | null {
  const taken = messages.find(
    (message) => message.role === 'rollback' && message.safetyCheckpointId === checkpoint.id,
  );
  if (taken?.role !== 'rollback' || taken.broughtBack !== undefined) return null;
  if (taken.kind === 'rollback') return 'what was rolled back';
  return taken.kind === 'undo' ? callsLabel(checkpoint, line) : null;
}

/**
 * Finds the user's message that began a checkpoint's run; null if something else began it, or the message is gone. `messages`: in
 * order, including those that were set aside.
 */
export function requestsOf(messages: readonly Message[]): (checkpoint: CheckpointEntry) => string | null {
  const requests = new Map<string | null, string>();
  for (const message of messages) {
    if (message.role === 'user' && !requests.has(message.runId)) requests.set(message.runId, message.content);
  }
  return ({ runId }) => (runId === null ? null : (requests.get(runId) ?? null));
}

/** The name of the change that follows a checkpoint. */
export function changeLabel(checkpoint: CheckpointEntry, line: CallLine): string {
  switch (checkpoint.reason) {
    case 'session-start':
      return 'the chat’s start';
    case 'before-rollback':
      return 'a rollback';
    case 'before-edit':
      return 'an edit of a message';
    case 'before-retry':
      return 'a retry of an answer';
    case 'before-undo':
      return `undoing: ${callsLabel(checkpoint, line)}`;
    case 'before-restore-unsaved':
      return 'unsaved changes being restored';
    case 'before-restore-saved':
      return 'an earlier save being restored';
    case 'before-changes':
      return callsLabel(checkpoint, line);
    default:
      return assertNever(checkpoint.reason);
  }
}

/** Names the calls that changed something, or have no result yet; if all failed, what was tried. */
export function callsLabel({ calls }: Pick<CheckpointEntry, 'calls'>, line: CallLine): string {
  const made = calls.filter(({ success }) => success !== false);
  const [first, ...others] = made.length === 0 ? calls : made;
  if (first === undefined) return 'changes';
  const label = first.args === null ? first.name : line(first.name, first.args);
  return `${label}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
