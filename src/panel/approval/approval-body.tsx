import { ModelStrip } from '@/src/panel/kit/models/parts';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import type { ApprovalCall } from '@/src/schema/approval';
import { quotedOf } from './call-act';
import { CallRows } from './call-dry-run';
import { EditButton, EditedCall, useCallEdit } from './call-edit';
import { CallList } from './call-list';
import { callWords } from './call-text';
import { useOpenCall, useOpenCard } from './open-card';
import { CallPreview, PreviewDetails } from './preview-details';

/** Preview of the request: the effects of a single call, or the list of several calls above their combined effect. */
export function ApprovalBody() {
  const { open, preview } = useOpenCard();
  const [single, ...others] = open;
  if (single === undefined) return null;
  const { strip } = preview.shown.dryRun;
  // The preview may name models that it has loaded itself; a strip that shows them as unknown would contradict it.
  const isKnown = strip?.groups.every(({ marks }) => marks.every(({ state }) => state !== 'unknown'));
  const models = strip && isKnown && <ModelStrip strip={strip} />;
  if (others.length === 0) {
    return (
      <>
        {models}
        <SingleCall call={single} />
      </>
    );
  }
  return (
    <>
      {models}
      <CallList />
      <div className="approval-preview" data-current={preview.isCurrent}>
        <PreviewDetails preview={preview.shown.dryRun.net} isFolded />
      </div>
    </>
  );
}

function SingleCall({ call }: { call: ApprovalCall }) {
  const { preview, callState, dryRun } = useOpenCall(call);
  const edit = useCallEdit(call);
  // The quoted text already says what would run.
  const isQuoted = quotedOf(dryRun) !== undefined;
  const details = (
    <>
      <CallRows call={call} />
      <div className="call-line">
        {!isQuoted && <ForeignCode text={callWords(call, callState)} />}
        <EditButton {...edit} isNamed />
      </div>
      <EditedCall call={call} isOpen={edit.isOpen} />
    </>
  );
  return (
    <div className="approval-preview" data-current={preview.isCurrent}>
      {dryRun?.kind === 'change' ? (
        // Folded if the call has rows, which list the same differences one by one.
        <CallPreview preview={dryRun.preview} isFolded={dryRun.rows.length > 0}>
          {details}
        </CallPreview>
      ) : (
        details
      )}
    </div>
  );
}
