import { Check, CirclePause, ListTodo, LoaderCircle, X } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
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

const HEADINGS: Readonly<Record<ToolCardState, TextKey>> = {
  running: 'conversation.call.state.running',
  'awaiting-approval': 'conversation.call.state.waiting',
  planned: 'conversation.call.state.planned',
  succeeded: 'conversation.call.state.done',
  failed: 'conversation.call.state.failed',
};

/** The state in words, read aloud before the call. */
export function toolStateHeading(state: ToolCardState): string {
  return i18n.t(HEADINGS[state]);
}
