import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ApprovalCall } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import { i18n } from '@/src/texts/i18n';
import type { CardAction } from './card-state';
import { RowChoices } from './row-choices';

/** The dry run's result for a call: its effect, or why it would fail. Nothing if there was no dry run. */
export function DryRunSentence({ dryRun }: { dryRun: CallDryRun | null }) {
  if (dryRun === null) return null;
  return dryRun.kind === 'change' ? (
    <p>
      <ForeignText text={dryRun.preview.summary} />
    </p>
  ) : (
    <p className="approval-failure">
      <TextWithElements
        text="approval.dryRun.failure"
        elements={{
          label: <strong>{i18n.t('approval.dryRun.failureLabel')}</strong>,
          reason: <ForeignText text={dryRun.result.message} />,
        }}
      />
    </p>
  );
}

interface CallRowsProps {
  call: ApprovalCall;
  dryRun: CallDryRun | null;
  /** Ids of the omitted rows. */
  leftOut: readonly string[];
  dispatch(action: CardAction): void;
}

/** The rows of a call that can be omitted one by one; nothing if the call is atomic. */
export function CallRows({ call: { executionId, isAsked }, dryRun, leftOut, dispatch }: CallRowsProps) {
  if (dryRun === null || !isAsked) return null;
  return (
    <RowChoices
      rows={dryRun.rows}
      leftOut={leftOut}
      onLeaveOut={(rowIds, isLeftOut) => dispatch({ type: 'leave-out', executionId, rowIds, isLeftOut })}
    />
  );
}
