import { CirclePause } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ToolCall } from '@/src/core/chat/message';
import type { Approval } from '@/src/core/loop/run';
import { callLine, prettyArguments } from '../conversation/call-line';
import { isMac } from './is-mac';
import './approval-card.css';

interface ApprovalCardProps {
  approval: Approval;
  /** The call that waits; null where the record doesn't show it. */
  call: ToolCall | null;
  /** Gets the focus back when this card goes. */
  composer: RefObject<HTMLTextAreaElement | null>;
  /** Resolves to whether the decision was taken. */
  onDecide(decision: 'approve' | 'reject', note: string): Promise<boolean>;
}

/** Asks before something that can't be taken back. Ctrl or Cmd with Enter applies, Escape goes to the refusal. */
export function ApprovalCard({ approval, call, composer, onDecide }: ApprovalCardProps) {
  const [isRefusing, setIsRefusing] = useState(false);
  const [isDecided, setIsDecided] = useState(false);
  const [note, setNote] = useState('');
  const card = useFocusWhileShown(composer);
  const noteField = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (isRefusing) noteField.current?.focus();
  }, [isRefusing]);

  const decide = async (decision: 'approve' | 'reject') => {
    if (isDecided) return;
    setIsDecided(true);
    if (!(await onDecide(decision, decision === 'reject' ? note.trim() : ''))) setIsDecided(false);
  };
  const backToQuestion = () => {
    setIsRefusing(false);
    card.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void decide(isRefusing ? 'reject' : 'approve');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isRefusing) backToQuestion();
      else setIsRefusing(true);
    }
  };
  return (
    <section
      className="card approval-card"
      aria-label="Approval"
      tabIndex={-1}
      ref={card}
      onKeyDown={onKeyDown}
    >
      <p className="approval-question">
        <CirclePause className="icon" aria-hidden="true" />
        <span>{approval.question}</span>
      </p>
      {approval.facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {call !== null && <CallToApprove call={call} />}
      {isRefusing ? (
        <>
          <label>
            <span>Why not</span>
            <textarea
              ref={noteField}
              rows={2}
              maxLength={2_000}
              placeholder="Optional; the assistant reads it"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </label>
          <div className="button-row">
            <button type="button" className="primary" disabled={isDecided} onClick={() => decide('reject')}>
              Refuse
            </button>
            <button type="button" className="quiet" onClick={backToQuestion}>
              Back
            </button>
          </div>
        </>
      ) : (
        <div className="button-row">
          <button type="button" className="primary" disabled={isDecided} onClick={() => decide('approve')}>
            Apply
          </button>
          <button type="button" disabled={isDecided} onClick={() => setIsRefusing(true)}>
            Refuse…
          </button>
          <span className="meta">{isMac() ? '⌘⏎' : 'Ctrl+Enter'} applies · Esc refuses</span>
        </div>
      )}
    </section>
  );
}

/** Nothing of what is approved is left out, however long. */
function CallToApprove({ call }: { call: ToolCall }) {
  const args = prettyArguments(call.argumentsText);
  return args === '' ? (
    <code>{callLine(call.name, call.argumentsText)}</code>
  ) : (
    <details>
      <summary>
        <code>{callLine(call.name, call.argumentsText)}</code>
      </summary>
      <pre className="data">{args}</pre>
    </details>
  );
}

/** Takes the focus, unless somebody is writing: their next keys would decide what they have not read. */
function useFocusWhileShown(composer: RefObject<HTMLTextAreaElement | null>): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = composer.current;
    const isWriting = field !== null && document.activeElement === field && field.value !== '';
    if (!isWriting) card.current?.focus();
    return () => {
      if (document.activeElement === document.body) field?.focus();
    };
  }, [composer]);
  return card;
}
