import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isPageToolName } from '@/src/core/tools/page-tool-names';
import { useToolWords } from '@/src/panel/data/tool-words';
import { CallInWords } from '@/src/panel/kit/text/call-in-words';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { Sentence } from '@/src/panel/kit/text/sentence';
import type { ApprovalCall, ArgumentProblem } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import { t } from '@/src/texts/i18n';
import { quotedOf } from './call-act';
import { CallEffect, CallRows, DryRunSentence } from './call-dry-run';
import { type CallEdit, EditButton, EditedCall, useCallEdit } from './call-edit';
import { callWords } from './call-text';
import { type CallState, type CardAction, shownArguments } from './card-state';
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

/** One of several calls: a row with a checkbox to approve it and its effect, which unfolds to its details. */
export function CallSection(props: CallSectionProps) {
  const { call, callState, dryRun, isRefusing } = props;
  // A text that is sent must be seen before it is approved.
  const [isUnfolded, setIsUnfolded] = useState(quotedOf(dryRun) !== undefined);
  const edit = useCallEdit(props);
  const words = callWords(call, callState);
  const isLeftOut = call.isAsked && !callState.isTicked;
  const isOpen = isUnfolded || edit.isOpen;
  const fold = (isShown: boolean) => {
    setIsUnfolded(isShown);
    if (!isShown) edit.setIsOpen(false);
  };
  return (
    <article className="approval-call" aria-label={words} data-left-out={isLeftOut}>
      <CallRow {...props} words={words} isLeftOut={isLeftOut} isOpen={isOpen} onFold={fold} edit={edit} />
      {isOpen && (
        <div className="approval-details">
          <p>
            <ForeignCode text={words} />
          </p>
          {!call.isAsked && <SecondaryText text="approval.call.allowedWhy" />}
          {isLeftOut ? (
            !isRefusing && <LeftOutNote {...props} />
          ) : (
            <CallDetails {...props} isEditing={edit.isOpen} />
          )}
        </div>
      )}
    </article>
  );
}

/** The call in the words of its tool. A page's own tool is named as in the call, since its title is the page's claim. */
function CallName({ call, callState }: Pick<CallSectionProps, 'call' | 'callState'>) {
  const words = useToolWords(call.tool).line(shownArguments(call, callState));
  if (words !== null && !isPageToolName(call.tool)) {
    return (
      <span className="call-name">
        <CallInWords words={words} />
      </span>
    );
  }
  return <ForeignCode className="call-name" text={callWords(call, callState)} />;
}

interface CallRowProps extends CallSectionProps {
  words: string;
  isLeftOut: boolean;
  isOpen: boolean;
  onFold(isShown: boolean): void;
  edit: CallEdit;
}

function CallRow({
  call,
  callState,
  dryRun,
  dispatch,
  words,
  isLeftOut,
  isOpen,
  onFold,
  edit,
}: CallRowProps) {
  const { executionId, isAsked } = call;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="call-row">
      {isAsked && (
        <input
          type="checkbox"
          aria-label={words}
          checked={callState.isTicked}
          onChange={({ target }) =>
            dispatch({ type: 'change', executionId, changes: { isTicked: target.checked } })
          }
        />
      )}
      <button
        type="button"
        className="quiet call-unfold"
        title={words}
        aria-expanded={isOpen}
        onClick={() => onFold(!isOpen)}
      >
        <span className="visually-hidden">{t('approval.call.details')} </span>
        <CallName call={call} callState={callState} />
        <span className="call-effect">
          {isLeftOut ? t('approval.call.leftOut') : <CallEffect call={call} dryRun={dryRun} />}
        </span>
        <Chevron className="icon" />
      </button>
      {!isLeftOut && <EditButton {...edit} isNamed={false} />}
    </div>
  );
}

function CallDetails(props: CallSectionProps & { isEditing: boolean }) {
  const { call, callState, dryRun, isCurrent, dispatch, isEditing } = props;
  return (
    <>
      <EditedCall {...props} isOpen={isEditing} />
      <CallRows call={call} dryRun={dryRun} leftOut={callState.leftOut} dispatch={dispatch} />
      <div className="approval-preview" data-current={isCurrent}>
        <DryRunSentence dryRun={dryRun} />
        {dryRun?.kind === 'change' && (
          <>
            {dryRun.preview.warning !== undefined && (
              <p>
                <Sentence text={dryRun.preview.warning} />
              </p>
            )}
            <PreviewDetails
              preview={dryRun.preview}
              isFolded={false}
              onRead={(text) => dispatch({ type: 'read', text })}
            />
          </>
        )}
      </div>
    </>
  );
}

function LeftOutNote({ call: { executionId }, callState, dispatch }: CallSectionProps) {
  return (
    <label className="approval-note">
      <span className="secondary">{t('approval.refusal.reason')}</span>
      <input
        type="text"
        maxLength={2_000}
        placeholder={t('approval.refusal.placeholder')}
        value={callState.note}
        onChange={({ target }) => dispatch({ type: 'change', executionId, changes: { note: target.value } })}
      />
    </label>
  );
}
