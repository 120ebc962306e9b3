import { useMemo, useState } from 'react';
import { riskiestCallsFirst } from '@/src/core/policy/risk-order';
import type { ApprovalCall } from '@/src/schema/approval';
import { t } from '@/src/texts/i18n';
import { quotedOf } from './call-act';
import { CallSection } from './call-section';
import { callStateOf } from './card-state';
import { useOpenCard } from './open-card';
import { risksOf } from './risks';
import { SelectButtons } from './select-buttons';

/** Largest number of calls that are shown in call order; more calls are sorted by risk. */
const MANY_CALLS = 20;

/** Number of calls that each click on "more" adds. */
const MORE_CALLS = 50;

/** The calls of an approval request. All are decided together; each shown call can be omitted on its own. */
export function CallList() {
  const { open: calls, cardState, dryRunOf, dispatch } = useOpenCard();
  // If a call sends a text, all calls are shown at once: the text must not be hidden behind a button.
  const isWhole = calls.some((call) => quotedOf(dryRunOf(call)) !== undefined);
  const [length, setLength] = useState(isWhole ? calls.length : MANY_CALLS);
  // Sorted once: a call must not move under the pointer when it is edited.
  const [order] = useState(() => riskiestCallsFirst(calls, dryRunOf).map(({ executionId }) => executionId));
  const ordered = useMemo(() => (calls.length <= MANY_CALLS ? calls : inOrder(calls, order)), [calls, order]);
  const rest = ordered.slice(length);
  const asked = calls.filter(({ isAsked }) => isAsked);
  const ticked = asked.filter(({ executionId }) => callStateOf(cardState, executionId).isTicked);
  const selectAll = (isTicked: boolean) => {
    for (const { executionId } of asked) dispatch({ type: 'change', executionId, changes: { isTicked } });
  };
  return (
    <div className="approval-calls">
      {asked.length > 1 && (
        <div className="select-row">
          <span className="secondary">
            {t('approval.list.selected', { count: asked.length, chosen: ticked.length })}
          </span>
          <SelectButtons onSelect={selectAll} />
        </div>
      )}
      {calls.length > MANY_CALLS && (
        <p className="meta">{t('approval.list.riskiestFirst', { count: calls.length })}</p>
      )}
      {ordered.slice(0, length).map((call) => (
        <CallSection key={call.executionId} call={call} />
      ))}
      {rest.length > 0 && (
        <button type="button" className="quiet unfold" onClick={() => setLength(length + MORE_CALLS)}>
          {t('approval.list.moreOf', { count: rest.length, kinds: risksOf(rest.map(dryRunOf)) })}
        </button>
      )}
    </div>
  );
}

function inOrder(calls: readonly ApprovalCall[], order: readonly string[]): ApprovalCall[] {
  const places = new Map(order.map((executionId, index) => [executionId, index]));
  const placeOf = ({ executionId }: ApprovalCall) => places.get(executionId) ?? places.size;
  return [...calls].sort((a, b) => placeOf(a) - placeOf(b));
}
