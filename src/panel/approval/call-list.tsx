import { type ReactNode, useMemo, useState } from 'react';
import { riskiestCallsFirst } from '@/src/core/policy/risk-order';
import type { ApprovalCall } from '@/src/core/records/approval';
import type { CallDryRun } from '@/src/core/records/dry-run';
import { count } from '../text/count';
import { risksText } from './kinds-text';

/** Calls that are shown in their own order; of more, the riskiest are shown first. */
const MANY_CALLS = 20;

/** Calls that each look further adds. */
const MORE_CALLS = 50;

interface CallListProps {
  /** In call order. */
  calls: readonly ApprovalCall[];
  planOf(call: ApprovalCall): CallDryRun | null;
  children(call: ApprovalCall): ReactNode;
}

/** The calls of a change set, however many: all are decided together, and those in sight can be decided one by one. */
export function CallList({ calls, planOf, children }: CallListProps) {
  const [length, setLength] = useState(MANY_CALLS);
  // The order is that of the first look: a call must not move under the pointer when it is edited.
  const [order] = useState(() => riskiestCallsFirst(calls, planOf).map(({ executionId }) => executionId));
  const ordered = useMemo(() => inOrder(calls, order), [calls, order]);
  if (calls.length <= MANY_CALLS) return <div className="approval-calls">{calls.map(children)}</div>;
  const rest = ordered.slice(length);
  return (
    <div className="approval-calls">
      <p className="meta">
        The riskiest of {count(calls.length, 'call')} first. They run in the assistant’s order.
      </p>
      {ordered.slice(0, length).map(children)}
      {rest.length > 0 && (
        <button type="button" className="quiet unfold" onClick={() => setLength(length + MORE_CALLS)}>
          and {count(rest.length, 'more', 'more')}: {risksText(rest.map(planOf))}
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
