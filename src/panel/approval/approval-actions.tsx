import { TriangleAlert } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { isMac } from '@/src/panel/kit/is-mac';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Said } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { OfferedActions } from './offered-actions';
import type { Decision } from './use-decision';

interface ApprovalActionsProps {
  /** The warning; empty if there is none. */
  warning: Said;
  actions: OfferedActions;
  decision: Pick<Decision, 'isDeciding' | 'approve' | 'approveFirst'>;
  onRefuse(): void;
}

/** The whole warning and the decision buttons, which stay together at the card's foot. The approve buttons are only `aria-disabled`, so that they stay focusable and screen readers read the reason. */
export function ApprovalActions({ warning, actions, decision, onRefuse }: ApprovalActionsProps) {
  const { approveLabel, approveFirstLabel, waitsFor } = actions;
  const hintId = useId();
  const waits = { 'aria-disabled': waitsFor !== null, 'aria-describedby': hintId };
  return (
    <>
      {warning !== '' && (
        <p className="approval-warning">
          <TriangleAlert className="icon" />
          <span>
            <Sentence text={warning} />
          </span>
        </p>
      )}
      <div className="button-row approval-buttons">
        <button type="button" className="primary" {...waits} onClick={decision.approve}>
          {approveLabel}
        </button>
        <TextButton text="approval.actions.openRefusal" disabled={decision.isDeciding} onClick={onRefuse} />
        {approveFirstLabel !== null && (
          <button type="button" className="quiet" {...waits} onClick={decision.approveFirst}>
            {approveFirstLabel}
          </button>
        )}
        <p className="meta approval-hint" id={hintId} data-waits={waitsFor !== null}>
          {waitsFor ?? (
            // The keys work only while the focus is in the card, so the hint is visible only then.
            <span className="approval-keys">
              {t(isMac() ? 'approval.actions.keysMac' : 'approval.actions.keys')}
            </span>
          )}
        </p>
      </div>
    </>
  );
}

interface RefusalProps {
  field: RefObject<HTMLTextAreaElement | null>;
  note: string;
  isDeciding: boolean;
  onNote(note: string): void;
  onRefuse(): void;
  onBack(): void;
}

/** Refuses all calls of the approval request, with an optional reason. */
export function Refusal({ field, note, isDeciding, onNote, onRefuse, onBack }: RefusalProps) {
  return (
    <>
      <label className="approval-note">
        <span>{t('approval.refusal.reason')}</span>
        <textarea
          ref={field}
          rows={2}
          maxLength={2_000}
          placeholder={t('approval.refusal.placeholder')}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      </label>
      <div className="button-row approval-buttons">
        <TextButton text="approval.refusal.refuse" disabled={isDeciding} onClick={onRefuse} />
        <TextButton text="common.back" className="quiet" onClick={onBack} />
      </div>
    </>
  );
}
