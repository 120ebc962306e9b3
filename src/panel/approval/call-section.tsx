import type { ApprovalCall, ArgumentProblem } from '@/src/core/records/approval';
import type { CallDryRun } from '@/src/core/records/dry-run';
import { ForeignText } from '../text/foreign-text';
import { CallEdit } from './call-edit';
import { CallRows, PlanSentence } from './call-plan';
import { shownLabel } from './call-words';
import type { CallWish, WishAction } from './choices';
import { PreviewDetails } from './preview-details';

interface CallSectionProps {
  call: ApprovalCall;
  adapterId: string | null;
  wish: CallWish;
  /** Null where nothing was worked out for it. */
  plan: CallDryRun | null;
  /** Whether the plan is that of the choices as they stand. */
  isCurrent: boolean;
  problems: readonly ArgumentProblem[];
  /** Whether everything is being refused, where no call has a say of its own. */
  isRefusing: boolean;
  dispatch(action: WishAction): void;
}

/** One call of a change set: whether it is to be applied, its arguments, and what it does. */
export function CallSection(props: CallSectionProps) {
  const { call, wish, plan, isCurrent, isRefusing, dispatch } = props;
  const label = shownLabel(call, wish);
  const isLeftOut = call.isAsked && !wish.isTicked;
  return (
    <article className="approval-call" aria-label={label} data-left-out={isLeftOut}>
      <CallHead {...props} label={label} isLeftOut={isLeftOut} />
      {isLeftOut && !isRefusing && <LeftOutNote {...props} />}
      {!isLeftOut && (
        <>
          <CallEdit {...props} />
          <div className="approval-preview" data-current={isCurrent}>
            <PlanSentence plan={plan} />
            {plan?.kind === 'change' && (
              <details>
                <summary className="secondary">What this call does</summary>
                <div className="approval-details">
                  <PreviewDetails preview={plan.preview} isFolded={false} />
                </div>
              </details>
            )}
          </div>
          <CallRows call={call} plan={plan} leftOut={wish.leftOut} dispatch={dispatch} />
        </>
      )}
    </article>
  );
}

function CallHead({
  call,
  wish,
  label,
  isLeftOut,
  dispatch,
}: CallSectionProps & { label: string; isLeftOut: boolean }) {
  const { executionId } = call;
  if (!call.isAsked) {
    return (
      <p className="choice-text">
        <span className="meta">Runs anyway, allowed by this chat’s policy</span>
        <code>
          <ForeignText text={label} />
        </code>
      </p>
    );
  }
  return (
    <label className="approval-tick">
      <input
        type="checkbox"
        checked={wish.isTicked}
        onChange={({ target }) => dispatch({ type: 'tick', executionId, isTicked: target.checked })}
      />
      <span className="choice-text">
        <span className="meta">{isLeftOut ? 'Left out' : 'Approve this'}</span>
        <code>
          <ForeignText text={label} />
        </code>
      </span>
    </label>
  );
}

function LeftOutNote({ call: { executionId }, wish, dispatch }: CallSectionProps) {
  return (
    <label className="approval-note">
      <span className="secondary">Why not</span>
      <input
        type="text"
        maxLength={2_000}
        placeholder="Optional; the assistant reads it"
        value={wish.note}
        onChange={({ target }) => dispatch({ type: 'note', executionId, note: target.value })}
      />
    </label>
  );
}
