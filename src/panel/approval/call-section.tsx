import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { ApprovalCall, ArgumentProblem } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import { i18n } from '@/src/texts/i18n';
import { CallRows, DryRunSentence } from './call-dry-run';
import { CallEdit } from './call-edit';
import { shownLabel } from './call-text';
import type { CallState, CardAction } from './card-state';
import { PreviewDetails } from './preview-details';

interface CallSectionProps {
  call: ApprovalCall;
  adapterId: string | null;
  callState: CallState;
  /** Null if the call has no dry run. */
  dryRun: CallDryRun | null;
  /** True if the dry run reflects the current choices. */
  isCurrent: boolean;
  problems: readonly ArgumentProblem[];
  /** True while the refusal form for all calls is open; notes for single calls are hidden then. */
  isRefusing: boolean;
  dispatch(action: CardAction): void;
}

/** One of several calls: a checkbox to approve it, its arguments and its dry run. */
export function CallSection(props: CallSectionProps) {
  const { call, callState, dryRun, isCurrent, isRefusing, dispatch } = props;
  const label = shownLabel(call, callState);
  const isLeftOut = call.isAsked && !callState.isTicked;
  return (
    <article className="approval-call" aria-label={label} data-left-out={isLeftOut}>
      <CallHead {...props} label={label} isLeftOut={isLeftOut} />
      {isLeftOut && !isRefusing && <LeftOutNote {...props} />}
      {!isLeftOut && (
        <>
          <CallEdit {...props} />
          <div className="approval-preview" data-current={isCurrent}>
            <DryRunSentence dryRun={dryRun} />
            {dryRun?.kind === 'change' && (
              // A text that is sent must be seen before it is approved.
              <details open={dryRun.preview.quoted !== undefined}>
                <summary className="secondary">{i18n.t('approval.call.details')}</summary>
                <div className="approval-details">
                  <PreviewDetails preview={dryRun.preview} isFolded={false} />
                </div>
              </details>
            )}
          </div>
          <CallRows call={call} dryRun={dryRun} leftOut={callState.leftOut} dispatch={dispatch} />
        </>
      )}
    </article>
  );
}

function CallHead({
  call,
  callState,
  label,
  isLeftOut,
  dispatch,
}: CallSectionProps & { label: string; isLeftOut: boolean }) {
  const { executionId } = call;
  if (!call.isAsked) {
    return (
      <p className="choice-text">
        <span className="meta">{i18n.t('approval.call.allowed')}</span>
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
        checked={callState.isTicked}
        onChange={({ target }) => dispatch({ type: 'tick', executionId, isTicked: target.checked })}
      />
      <span className="choice-text">
        <span className="meta">{i18n.t(isLeftOut ? 'approval.call.leftOut' : 'approval.call.approve')}</span>
        <code>
          <ForeignText text={label} />
        </code>
      </span>
    </label>
  );
}

function LeftOutNote({ call: { executionId }, callState, dispatch }: CallSectionProps) {
  return (
    <label className="approval-note">
      <span className="secondary">{i18n.t('approval.refusal.reason')}</span>
      <input
        type="text"
        maxLength={2_000}
        placeholder={i18n.t('approval.refusal.placeholder')}
        value={callState.note}
        onChange={({ target }) => dispatch({ type: 'note', executionId, note: target.value })}
      />
    </label>
  );
}
