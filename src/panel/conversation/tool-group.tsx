import { memo, useState } from 'react';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import { ToolCard } from './tool-card';
import type { ToolCardState } from './tool-card-model';

interface ToolGroupProps {
  calls: Extract<RenderEvent, { kind: 'tool-group' }>['calls'];
  /** True if the group is folded at first. Its cards are created when it is opened. */
  isFolded: boolean;
}

/** A group of a response's calls: a summary line, and the cards below it. */
export const ToolGroup = memo(function ToolGroup({ calls, isFolded }: ToolGroupProps) {
  const [isNeeded, setIsNeeded] = useState(!isFolded);
  const [isOpenAtFirst] = useState(!isFolded);
  return (
    <details className="tool-group" open={isOpenAtFirst} onToggle={() => setIsNeeded(true)}>
      <summary className="secondary">{groupSummary(calls.map(({ card }) => card.state))}</summary>
      {isNeeded && (
        <div className="tool-group-cards">
          {calls.map(({ key, card }) => (
            <ToolCard key={key} card={card} />
          ))}
        </div>
      )}
    </details>
  );
});

/** States in the order of the line: those that need the user's attention least come first. */
const ORDER: readonly ToolCardState[] = ['succeeded', 'planned', 'running', 'awaiting-approval', 'failed'];

/** Texts for a group whose calls all have the same state. */
const ALL = {
  succeeded: 'conversation.group.all.done',
  planned: 'conversation.group.all.planned',
  running: 'conversation.group.all.running',
  'awaiting-approval': 'conversation.group.all.waiting',
  failed: 'conversation.group.all.failed',
} as const satisfies Record<ToolCardState, string>;

/** Texts for the calls of one state in a group with several states. */
const SOME = {
  succeeded: 'conversation.group.some.done',
  planned: 'conversation.group.some.planned',
  running: 'conversation.group.some.running',
  'awaiting-approval': 'conversation.group.some.waiting',
  failed: 'conversation.group.some.failed',
} as const satisfies Record<ToolCardState, string>;

type AmountText = (typeof ALL | typeof SOME)[ToolCardState];

const textOf = (text: AmountText, amount: number) => i18n.t(text, amount, [formatNumber(amount)]);

/** The states of a response's calls in a line, e.g. `4 calls: 3 done, 1 failed`. */
export function groupSummary(states: readonly ToolCardState[]): string {
  const present = ORDER.map((state) => ({ state, amount: states.filter((each) => each === state).length }));
  const parts = present.filter(({ amount }) => amount > 0);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return textOf(ALL[only.state], only.amount);
  return i18n.t('conversation.group.mixed', states.length, [formatNumber(states.length)], {
    states: parts.map(({ state, amount }) => textOf(SOME[state], amount)).join(', '),
  });
}
