import { memo, useState } from 'react';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type ToolCardState, ToolStateIcon } from '@/src/panel/kit/tool-state-icon';
import { type SaidText, say, type TextId } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import { ToolCard } from './tool-card';

type Calls = Extract<RenderEvent, { kind: 'tool-group' }>['calls'];

interface ToolGroupProps {
  calls: Calls;
  /** True if the group is folded at first. Its calls are rendered only when the user opens it. */
  isFolded: boolean;
}

/** The calls of a response, one line each. */
export const ToolGroup = memo(function ToolGroup({ calls, isFolded }: ToolGroupProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isFolded) return <CallList calls={calls} />;
  return (
    <details className="tool-group" onToggle={() => setIsNeeded(true)}>
      <summary className="secondary">{wordsOf(groupSummary(calls.map(({ card }) => card.state)))}</summary>
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
          <Refusals key={first.key} calls={part} outcome={first.card.outcome} reason={first.card.reason} />
        );
      })}
    </div>
  );
}

/** Groups consecutive calls that were refused for the same reason. Every other call is a group of its own. */
export function withRefusalsTogether(calls: Calls): Calls[] {
  const parts: Calls[] = [];
  for (const call of calls) {
    const last = parts.at(-1)?.at(-1)?.card;
    const { state, outcome, reason } = call.card;
    const isAlike =
      state === 'refused' &&
      last?.state === state &&
      last.outcome?.id === outcome?.id &&
      last.reason === reason;
    if (isAlike) parts.at(-1)?.push(call);
    else parts.push([call]);
  }
  return parts;
}

type RefusalsText = Extract<TextId, `conversation.refusals.${string}`>;

/** Texts for several calls that were refused for the same reason, by the text for one such call. */
const REFUSALS = new Map<string | undefined, RefusalsText>([
  ['conversation.outcome.refused', 'conversation.refusals.byYou'],
  ['conversation.outcome.notAllowed', 'conversation.refusals.notAllowed'],
  ['conversation.outcome.stopped', 'conversation.refusals.stopped'],
  ['conversation.outcome.notCarriedOut', 'conversation.refusals.notCarriedOut'],
]);

interface RefusalsProps {
  calls: Calls;
  outcome: SaidText | null;
  reason: string | null;
}

/** Several calls that were refused for the same reason, as one line that unfolds. */
function Refusals({ calls, outcome, reason }: RefusalsProps) {
  // All other refusals are temporary: the same call may succeed later.
  const text = say(REFUSALS.get(outcome?.id) ?? 'conversation.refusals.notNow', { count: calls.length });
  return (
    <details className="tool-refusals">
      <summary className="tool-line">
        <ToolStateIcon state="refused" />
        <span className="visually-hidden">{t('conversation.call.state.refused')} </span>
        <span className="tool-label">
          <SaidWords said={reason === null ? text : say('common.labelled', { label: text, text: reason })} />
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

/** The states of a response's calls in a line, e.g. `4 calls: 3 done and 1 failed`. */
export function groupSummary(states: readonly ToolCardState[]): SaidText {
  const counts = ORDER.map((state) => ({ state, count: states.filter((each) => each === state).length }));
  return say('conversation.group.calls', {
    count: states.length,
    states: counts.flatMap(({ state, count }) =>
      count === 0 ? [] : say(`conversation.group.${state}`, { count }),
    ),
  });
}
