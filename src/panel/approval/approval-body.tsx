import type { ComponentProps } from 'react';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import type { ApprovalCall } from '@/src/schema/approval';
import { type DryRunOf, quotedOf } from './call-act';
import { CallRows } from './call-dry-run';
import { EditButton, EditedCall, useCallEdit } from './call-edit';
import { CallList } from './call-list';
import { CallSection } from './call-section';
import { callWords } from './call-text';
import { type CardAction, type CardState, callStateOf } from './card-state';
import { PreviewDetails } from './preview-details';
import type { ApprovalPreviewState } from './use-approval-preview';

interface ApprovalBodyProps {
  open: readonly ApprovalCall[];
  adapterId: string | null;
  cardState: CardState;
  preview: ApprovalPreviewState;
  dryRunOf: DryRunOf;
  isRefusing: boolean;
  dispatch(action: CardAction): void;
}

/** Preview of the request: the effects of one call, or the list of several calls above their net effect. */
export function ApprovalBody(props: ApprovalBodyProps) {
  const { open, adapterId, cardState, preview, dryRunOf, isRefusing, dispatch } = props;
  const { shown, isCurrent, problems } = preview;
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
  return (
    <>
      <CallList calls={open} cardState={cardState} dryRunOf={dryRunOf} dispatch={dispatch}>
        {(call) => <CallSection key={call.executionId} {...forCall(call)} isRefusing={isRefusing} />}
      </CallList>
      <div className="approval-preview" data-current={isCurrent}>
        <PreviewDetails preview={shown.dryRun.net} isFolded={true} />
      </div>
    </>
  );
}

function SingleCall(props: Omit<ComponentProps<typeof CallSection>, 'isRefusing'>) {
  const { call, callState, dryRun, isCurrent, dispatch } = props;
  const edit = useCallEdit(props);
  // The quoted arguments already say what would run.
  const isQuoted = quotedOf(dryRun) !== undefined;
  const details = (
    <>
      <CallRows call={call} dryRun={dryRun} leftOut={callState.leftOut} dispatch={dispatch} />
      <div className="call-line">
        {!isQuoted && <ForeignCode text={callWords(call, callState)} />}
        <EditButton {...edit} isNamed={true} />
      </div>
      <EditedCall {...props} isOpen={edit.isOpen} />
    </>
  );
  return (
    <div className="approval-preview" data-current={isCurrent}>
      {dryRun?.kind === 'change' ? (
        // Folded if there are rows: these list the same differences one by one.
        <PreviewDetails
          preview={dryRun.preview}
          isFolded={dryRun.rows.length > 0}
          onRead={(text) => dispatch({ type: 'read', text })}
        >
          {details}
        </PreviewDetails>
      ) : (
        details
      )}
    </div>
  );
}
