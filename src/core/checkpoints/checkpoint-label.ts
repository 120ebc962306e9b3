import type { CheckpointEntry } from '@/src/schema/checkpoint';
import { assertNever } from '../assert-never';
import { callLabel } from '../tools/call-label';

/** Name of a checkpoint, formed from the change that follows it. */
export function checkpointLabel(checkpoint: CheckpointEntry): string {
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
      return `Before undoing ${callsLabel(checkpoint)}`;
    case 'before-restore-unsaved':
      return 'Before unsaved changes were restored';
    case 'before-restore-saved':
      return 'Before an earlier save was restored';
    case 'before-changes':
      return `Before ${callsLabel(checkpoint)}`;
    default:
      return assertNever(checkpoint.reason);
  }
}

/** The name of the change that follows a checkpoint. */
export function changeLabel(checkpoint: CheckpointEntry): string {
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
      return `undoing ${callsLabel(checkpoint)}`;
    case 'before-restore-unsaved':
      return 'unsaved changes being restored';
    case 'before-restore-saved':
      return 'an earlier save being restored';
    case 'before-changes':
      return callsLabel(checkpoint);
    default:
      return assertNever(checkpoint.reason);
  }
}

/** Names the calls that changed something, or have no result yet; if all failed, what was tried. */
function callsLabel({ calls }: CheckpointEntry): string {
  const made = calls.filter(({ success }) => success !== false);
  const [first, ...others] = made.length === 0 ? calls : made;
  if (first === undefined) return 'changes';
  const label = first.args === null ? first.name : callLabel(first.name, first.args);
  return `${label}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
