import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { RuleKind } from '../../filter/decide';
import { readRuleList } from '../state/read-rule-list';
import { rulesOf } from '../state/rule-sets';
import { usePage, usePageState } from './page-provider';

/** Puts a whole list of rules in the place of the present one. Nothing is saved by it. */
export function ReplaceRulesDialog({ kind, onClose }: { kind: RuleKind; onClose: () => void }) {
  const { store } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const present = usePageState((state) => rulesOf(state.drafts, state.provider ?? '')[kind]);
  const [text, setText] = useState(() => present.join('\n'));
  const { patterns, problems, duplicates } = readRuleList(text);
  const id = useId();
  const canReplace = problems.length === 0;
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canReplace) return;
    store.dispatch({ type: 'rules-replaced', kind, patterns });
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={`${id}-title`}>Replace all {kind} rules</h2>
        <textarea
          className="mono"
          aria-label={`All ${kind} rules`}
          aria-describedby={`${id}-result`}
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div id={`${id}-result`} className="field-message" aria-live="polite">
          {problems.map((problem) => (
            <p key={problem} className="refused">
              {problem}
            </p>
          ))}
          {canReplace && (
            <p className="muted">
              {present.length} → {patterns.length} rules
              {duplicates > 0 && `, ${duplicates} named twice`}
            </p>
          )}
        </div>
        <p className="dialog-buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className={canReplace ? 'primary' : ''} aria-disabled={!canReplace}>
            Replace
          </button>
        </p>
      </form>
    </dialog>
  );
}
