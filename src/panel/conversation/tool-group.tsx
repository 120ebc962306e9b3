import { memo, useState } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import { ToolCard, ToolStateIcon } from './tool-card';
import { STATE_WORDS, type ToolCardState } from './tool-card-model';

type Calls = Extract<RenderEvent, { kind: 'tool-group' }>['calls'];

interface ToolGroupProps {
  calls: Calls;
  /** True if the group is folded at first. Its calls are rendered when it is opened. */
  isFolded: boolean;
}

/** The calls of a response, one line each. */
export const ToolGroup = memo(function ToolGroup({ calls, isFolded }: ToolGroupProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isFolded) return <CallList calls={calls} />;
  return (
    <details className="tool-group" onToggle={() => setIsNeeded(true)}>
      <summary className="secondary">{groupSummary(calls.map(({ card }) => card.state))}</summary>
      {isNeeded && <CallList calls={calls} />}
    </details>
  );
});

function CallList({ calls }: { calls: Calls }) {
  return (
    <div className="tool-list">
      {withRefusalsTogether(calls).map((part) => {
        const [first] = part;
        if (first === undefined) return null;
        return part.length === 1 ? (
          <ToolCard key={first.key} card={first.card} />
        ) : (
          <Refusals
            key={first.key}
            calls={part}
            outcome={first.card.outcome ?? ''}
            reason={first.card.reason}
          />
        );
      })}
    </div>
  );
}

/** Consecutive calls that were refused alike, each in one part; every other call in a part of its own. */
export function withRefusalsTogether(calls: Calls): Calls[] {
  const parts: Calls[] = [];
  for (const call of calls) {
    const last = parts.at(-1)?.at(-1)?.card;
    const { state, outcome, reason } = call.card;
    const isAlike =
      state === 'refused' && last?.state === state && last.outcome === outcome && last.reason === reason;
    if (isAlike) parts.at(-1)?.push(call);
    else parts.push([call]);
  }
  return parts;
}

interface RefusalsProps {
  calls: Calls;
  outcome: string;
  reason: string | null;
}

/** Several calls that were refused alike, as one line, which unfolds to them. */
function Refusals({ calls, outcome, reason }: RefusalsProps) {
  const text = i18n.t('conversation.outcome.several', { count: calls.length, outcome });
  return (
    <details className="tool-refusals">
      <summary className="tool-line">
        <ToolStateIcon state="refused" />
        <span className="visually-hidden">{i18n.t(STATE_WORDS.refused)} </span>
        <span className="tool-label">
          {text}
          {reason !== null && (
            <>
              : <ForeignText text={reason} />
            </>
          )}
        </span>
      </summary>
      <div className="tool-list">
        {calls.map(({ key, card }) => (
          <ToolCard key={key} card={card} />
        ))}
      </div>
    </details>
  );
}

/** States in the order of the line: those that need the user's attention least come first. */
const ORDER: readonly ToolCardState[] = [
  'done',
  'nothing-to-do',
  'refused',
  'planned',
  'running',
  'awaiting-approval',
  'failed',
];

/** Texts for the number of calls in a state. */
const AMOUNTS = {
  done: 'conversation.group.done',
  'nothing-to-do': 'conversation.group.nothingToDo',
  refused: 'conversation.group.refused',
  planned: 'conversation.group.planned',
  running: 'conversation.group.running',
  'awaiting-approval': 'conversation.group.waiting',
  failed: 'conversation.group.failed',
} as const satisfies Record<ToolCardState, string>;

/** The states of a response's calls in a line, e.g. `4 calls: 3 done, 1 failed`. */
export function groupSummary(states: readonly ToolCardState[]): string {
  const parts = ORDER.map((state) => ({ state, amount: states.filter((each) => each === state).length }));
  return i18n.t('conversation.group.calls', {
    count: states.length,
    states: parts
      .filter(({ amount }) => amount > 0)
      .map(({ state, amount }) => i18n.t(AMOUNTS[state], { count: amount }))
      .join(', '),
  });
}
