import type { ApprovalCall } from '@/src/core/records/approval';
import type { CallDryRun } from '@/src/core/records/dry-run';
import { ForeignText } from '../text/foreign-text';
import type { WishAction } from './choices';
import { RowChoices } from './row-choices';

/** What a call would come to, or why it would come to nothing; nothing where that wasn't worked out. */
export function PlanSentence({ plan }: { plan: CallDryRun | null }) {
  if (plan === null) return null;
  return plan.kind === 'change' ? (
    <p>
      <ForeignText text={plan.preview.summary} />
    </p>
  ) : (
    <p className="approval-failure">
      <strong>Would do nothing:</strong> <ForeignText text={plan.result.message} /> The assistant would be
      told so.
    </p>
  );
}

interface CallRowsProps {
  call: ApprovalCall;
  plan: CallDryRun | null;
  /** Ids of rows. */
  leftOut: readonly string[];
  dispatch(action: WishAction): void;
}

/** The parts of a call that can be left out by themselves; nothing where it is done whole or not at all. */
export function CallRows({ call: { executionId, isAsked }, plan, leftOut, dispatch }: CallRowsProps) {
  if (plan === null || !isAsked) return null;
  return (
    <RowChoices
      rows={plan.rows}
      leftOut={leftOut}
      onLeaveOut={(rowIds, isLeftOut) => dispatch({ type: 'leave-out', executionId, rowIds, isLeftOut })}
    />
  );
}
