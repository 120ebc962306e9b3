import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { firstTitle } from '../history/first-title';
import type { CallLine } from '../tools/call-label';

/**
 * For each reason: the beginning of the checkpoint's name, and the beginning of the name of the change that follows the
 * checkpoint. {@link callsIn} adds the names of the calls to some of them.
 */
const LABELS: Readonly<Record<CheckpointEntry['reason'], readonly [checkpoint: string, change: string]>> = {
  'session-start': ['Chat start', 'the chat’s start'],
  'before-rollback': ['Before rollback', 'a rollback'],
  'before-edit': ['Before a message was edited', 'an edit of a message'],
  'before-retry': ['Before an answer was retried', 'a retry of an answer'],
  'before-undo': ['Before undoing: ', 'undoing: '],
  'before-restore-unsaved': ['Before unsaved changes were restored', 'unsaved changes being restored'],
  'before-restore-saved': ['Before an earlier save was restored', 'an earlier save being restored'],
  'before-changes': ['Before: ', ''],
};

/**
 * Name of a checkpoint: the user's message whose changes it precedes. `request`: see {@link requestsOf}; without one, the name is
 * formed from the calls.
 */
export function checkpointLabel(checkpoint: CheckpointEntry, request: string | null, line: CallLine): string {
  const [beginning] = LABELS[checkpoint.reason];
  const isNamed = request !== null && checkpoint.reason === 'before-changes';
  return `${beginning}${isNamed ? firstTitle(request.trim()) : callsIn(checkpoint, line)}`;
}

/** The name of the change that follows a checkpoint. */
export function changeLabel(checkpoint: CheckpointEntry, line: CallLine): string {
  return `${LABELS[checkpoint.reason][1]}${callsIn(checkpoint, line)}`;
}

/** Names of the calls that follow the checkpoint; empty if the checkpoint's reason doesn't come from calls. */
function callsIn(checkpoint: CheckpointEntry, line: CallLine): string {
  const { reason } = checkpoint;
  return reason === 'before-changes' || reason === 'before-undo' ? callsLabel(checkpoint, line) : '';
}

/**
 * Name of the content that a rollback to this checkpoint brings back, if the checkpoint was taken before a rollback or
 * an undo. Null for any other checkpoint, and for one that was taken before a redo.
 *
 * @param messages all messages, including those that were set aside
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

/** Names the calls that changed something, or have no result yet; if all failed, what was tried. */
export function callsLabel({ calls }: Pick<CheckpointEntry, 'calls'>, line: CallLine): string {
  const made = calls.filter(({ success }) => success !== false);
  const [first, ...others] = made.length === 0 ? calls : made;
  if (first === undefined) return 'changes';
  const label = first.args === null ? first.name : line(first.name, first.args);
  return `${label}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
