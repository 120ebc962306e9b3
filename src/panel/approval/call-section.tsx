import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isPageToolName } from '@/src/core/tools/page-tool-names';
import { useToolWords } from '@/src/panel/data/tool-words';
import { CallInWords } from '@/src/panel/kit/text/call-in-words';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { Sentence } from '@/src/panel/kit/text/sentence';
import type { ApprovalCall } from '@/src/schema/approval';
import { t } from '@/src/texts/i18n';
import { quotedOf } from './call-act';
import { CallEffect, CallRows, DryRunSentence } from './call-dry-run';
import { type CallEdit, EditButton, EditedCall, useCallEdit } from './call-edit';
import { callWords } from './call-text';
import { shownArguments } from './card-state';
import { useOpenCall } from './open-card';
import { CallPreview } from './preview-details';

interface CallSectionProps {
  call: ApprovalCall;
}

/** One of several calls: a row with the call's effect and a check box to approve it. The row unfolds to the details. */
export function CallSection({ call }: CallSectionProps) {
  const { cardState, callState, dryRun } = useOpenCall(call);
  // A call that sends a text begins unfolded: the user must see the text before approving it.
  const [isUnfolded, setIsUnfolded] = useState(quotedOf(dryRun) !== undefined);
  const edit = useCallEdit(call);
  const words = callWords(call, callState);
  const isLeftOut = call.isAsked && !callState.isTicked;
  const isOpen = isUnfolded || edit.isOpen;
  const fold = (isShown: boolean) => {
    setIsUnfolded(isShown);
    if (!isShown) edit.setIsOpen(false);
  };
  return (
    <article className="approval-call" aria-label={words} data-left-out={isLeftOut}>
      <CallRow call={call} words={words} isLeftOut={isLeftOut} isOpen={isOpen} onFold={fold} edit={edit} />
      {isOpen && (
        <div className="approval-details">
          <p>
            <ForeignCode text={words} />
          </p>
          {!call.isAsked && <SecondaryText text="approval.call.allowedWhy" />}
          {isLeftOut ? (
            // While all calls are being refused, the reason for that replaces those of single calls.
            !cardState.isRefusing && <LeftOutNote call={call} />
          ) : (
            <CallDetails call={call} isEditing={edit.isOpen} />
          )}
        </div>
      )}
    </article>
  );
}

/** The call in the words of its tool. For a page tool, the call's own name is shown, since the page could choose a misleading title. */
function CallName({ call }: CallSectionProps) {
  const { callState } = useOpenCall(call);
  const words = useToolWords(call.tool).line(shownArguments(call, callState));
  return (
    <CallInWords
      className="call-name"
      words={isPageToolName(call.tool) ? null : words}
      name={callWords(call, callState)}
    />
  );
}

interface CallRowProps extends CallSectionProps {
  words: string;
  isLeftOut: boolean;
  isOpen: boolean;
  onFold(isShown: boolean): void;
  edit: CallEdit;
}

function CallRow({ call, words, isLeftOut, isOpen, onFold, edit }: CallRowProps) {
  const { callState, change } = useOpenCall(call);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="call-row">
      {call.isAsked && (
        <input
          type="checkbox"
          aria-label={words}
          checked={callState.isTicked}
          onChange={({ target }) => change({ isTicked: target.checked })}
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
        <CallName call={call} />
        <span className="call-effect">
          {isLeftOut ? t('approval.call.leftOut') : <CallEffect call={call} />}
        </span>
        <Chevron className="icon" />
      </button>
      {!isLeftOut && <EditButton {...edit} isNamed={false} />}
    </div>
  );
}

function CallDetails({ call, isEditing }: CallSectionProps & { isEditing: boolean }) {
  const { preview, dryRun } = useOpenCall(call);
  return (
    <>
      <EditedCall call={call} isOpen={isEditing} />
      <CallRows call={call} />
      <div className="approval-preview" data-current={preview.isCurrent}>
        <DryRunSentence dryRun={dryRun} />
        {dryRun?.kind === 'change' && (
          <>
            {dryRun.preview.warning !== undefined && (
              <p>
                <Sentence text={dryRun.preview.warning} />
              </p>
            )}
            <CallPreview preview={dryRun.preview} isFolded={false} />
          </>
        )}
      </div>
    </>
  );
}

function LeftOutNote({ call }: CallSectionProps) {
  const { callState, change } = useOpenCall(call);
  return (
    <label className="approval-note">
      <span className="secondary">{t('approval.refusal.reason')}</span>
      <input
        type="text"
        maxLength={2_000}
        placeholder={t('approval.refusal.placeholder')}
        value={callState.note}
        onChange={({ target }) => change({ note: target.value })}
      />
    </label>
  );
}
