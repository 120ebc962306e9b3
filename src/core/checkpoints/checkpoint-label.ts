import { assertNever } from '../assert-never';
import type { Checkpoint } from './checkpoint';

/** What a checkpoint is called: it holds the state before what its name says. */
export function checkpointLabel(checkpoint: Checkpoint): string {
  switch (checkpoint.reason) {
    case 'session-start':
      return 'Session start';
    case 'before-rollback':
      return 'Before rollback';
    case 'before-changes': {
      const [first, ...others] = checkpoint.calls;
      if (first === undefined) return 'Before changes';
      return `Before ${first.label}${others.length === 0 ? '' : ` and ${others.length} more`}`;
    }
    default:
      return assertNever(checkpoint.reason);
  }
}
