import { Check, CirclePause, ListTodo, LoaderCircle, X } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import type { ToolCardState } from './tool-card-model';

/** The sign of a call's state. Only a sign of a running call moves, and not with reduced motion. */
export function ToolStateIcon({ state }: { state: ToolCardState }) {
  switch (state) {
    case 'running':
      return <LoaderCircle className="icon spinner" aria-hidden="true" />;
    case 'awaiting-approval':
      return <CirclePause className="icon" aria-hidden="true" />;
    case 'planned':
      return <ListTodo className="icon" aria-hidden="true" />;
    case 'succeeded':
      return <Check className="icon" aria-hidden="true" />;
    case 'failed':
      return <X className="icon" aria-hidden="true" />;
    default:
      return assertNever(state);
  }
}

/** The state in words, as the end of a sentence. */
export function toolStateWord(state: ToolCardState): string {
  switch (state) {
    case 'running':
      return 'running';
    case 'awaiting-approval':
      return 'waiting for approval';
    case 'planned':
      return 'planned';
    case 'succeeded':
      return 'done';
    case 'failed':
      return 'failed';
    default:
      return assertNever(state);
  }
}
