import { Ban, Check, Circle, CirclePause, ListTodo, LoaderCircle, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallOutcome } from '@/src/core/records/tool-result';

/** `planned`: part of the run's plan in plan mode, not executed. */
export type ToolCardState = 'running' | 'awaiting-approval' | 'planned' | CallOutcome;

const ICONS: Readonly<Record<ToolCardState, LucideIcon>> = {
  running: LoaderCircle,
  'awaiting-approval': CirclePause,
  planned: ListTodo,
  done: Check,
  'nothing-to-do': Circle,
  refused: Ban,
  failed: X,
};

/** Icon of a call's state. Only the icon of a running call moves, and not with reduced motion. */
export function ToolStateIcon({ state }: { state: ToolCardState }): ReactNode {
  const Icon = ICONS[state];
  return <Icon className={state === 'running' ? 'icon spinner' : 'icon'} aria-hidden="true" />;
}
