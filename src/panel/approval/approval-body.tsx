import { type ComponentProps, useMemo } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { ApprovalCall, ApprovalPreview } from '@/src/schema/approval';
import { i18n } from '@/src/texts/i18n';
import { CallRows, DryRunSentence } from './call-dry-run';
import { CallEdit } from './call-edit';
import { CallList } from './call-list';
import { CallSection } from './call-section';
import { shownLabel } from './call-text';
import { type CardAction, type CardState, callStateOf } from './card-state';
import { PreviewDetails } from './preview-details';
import type { ApprovalPreviewState } from './use-approval-preview';

interface ApprovalBodyProps {
  open: readonly ApprovalCall[];
  adapterId: string | null;
  cardState: CardState;
  preview: ApprovalPreviewState;
  /** The approval request's original preview; used for calls that the newest preview omits. */
  proposed: ApprovalPreview;
  isRefusing: boolean;
  dispatch(action: CardAction): void;
}

/** Preview of the request: one call in full detail, or several calls below their net effect. */
export function ApprovalBody(props: ApprovalBodyProps) {
  const { open, adapterId, cardState, preview, proposed, isRefusing, dispatch } = props;
  const { shown, isCurrent, problems } = preview;
  const dryRuns = useMemo(
    () =>
      new Map(
        [...proposed.dryRun.calls, ...shown.dryRun.calls].map((dryRun) => [dryRun.executionId, dryRun]),
      ),
    [proposed, shown],
  );
  const dryRunOf = ({ executionId }: ApprovalCall) => dryRuns.get(executionId) ?? null;
  const forCall = (call: ApprovalCall) => ({
    call,
    adapterId,
    callState: callStateOf(cardState, call.executionId),
    dryRun: dryRunOf(call),
    isCurrent,
    problems: problems.filter(({ executionId }) => executionId === call.executionId),
    dispatch,
  });
  const [single, ...others] = open;
  if (single === undefined) return null;
  if (others.length === 0) return <SingleCall {...forCall(single)} />;
  const { net } = shown.dryRun;
  return (
    <>
      <div className="approval-preview" data-current={isCurrent}>
        <p>
          <strong>{i18n.t('approval.card.together')}</strong> <ForeignText text={net.summary} />
        </p>
        <PreviewDetails preview={net} isFolded={true} />
      </div>
      <CallList calls={open} dryRunOf={dryRunOf}>
        {(call) => <CallSection key={call.executionId} {...forCall(call)} isRefusing={isRefusing} />}
      </CallList>
    </>
  );
}

function SingleCall(props: Omit<ComponentProps<typeof CallSection>, 'isRefusing'>) {
  const { call, callState, dryRun, isCurrent, dispatch } = props;
  const rows = <CallRows call={call} dryRun={dryRun} leftOut={callState.leftOut} dispatch={dispatch} />;
  return (
    <>
      <p>
        <code>
          <ForeignText text={shownLabel(call, callState)} />
        </code>
      </p>
      <CallEdit {...props} />
      <div className="approval-preview" data-current={isCurrent}>
        <DryRunSentence dryRun={dryRun} />
        {dryRun?.kind === 'change' ? (
          // Folded if there are rows: these list the same differences one by one.
          <PreviewDetails preview={dryRun.preview} isFolded={dryRun.rows.length > 0}>
            {rows}
          </PreviewDetails>
        ) : (
          rows
        )}
      </div>
    </>
  );
}
