import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { RuleKind } from '../../filter/decide';
import { type ImportMode, type ImportPreview, importPreviewOf } from '../state/import-preview';
import { usePage, usePageState } from './page-provider';
import { counted, figure, outcomeText } from './words';

const MODES = { merge: 'adds to the list', replace: 'takes its place' };

/** Imports rules into a list by merging or replacing. Does not save. */
export function ImportDialog({ kind, onClose }: { kind: RuleKind; onClose: () => void }) {
  const { store } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ImportMode>('merge');
  // Deferred, so that typing stays responsive with many patterns and models.
  const previewed = useDeferredValue(text);
  const preview = usePageState((state) => importPreviewOf(state, kind, previewed, mode));
  const provider = usePageState((state) => state.provider);
  const canImport = preview.canImport && previewed === text;
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('textarea')?.focus();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="import-dialog"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onKeyDown={(event) => {
        const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (isSubmit) dialog.current?.querySelector('form')?.requestSubmit();
      }}
    >
      <h2 id={`${id}-title`}>Import {kind} rules</h2>
      <p className="muted">
        For {provider}. One pattern per line, or several separated by commas. Importing does not save.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!importPreviewOf(store.getState(), kind, text, mode).canImport) return;
          store.dispatch({ type: 'rules-imported', kind, text, mode });
          close();
        }}
      >
        <ModeChoice mode={mode} onMode={setMode} />
        <textarea
          className="mono"
          aria-label={`Patterns of ${kind} rules`}
          aria-describedby={`${id}-hint`}
          rows={8}
          spellCheck={false}
          autoCapitalize="off"
          placeholder={'gpt-3*\n*-preview'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Preview preview={preview} />
        <footer className="dialog-buttons">
          <p id={`${id}-hint`} className="dialog-hint" aria-live="polite">
            {hintOf(preview, kind, text.trim() === '')}
          </p>
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className={canImport ? 'primary' : ''}
            aria-disabled={!canImport}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            Import
          </button>
        </footer>
      </form>
    </dialog>
  );
}

function ModeChoice({ mode, onMode }: { mode: ImportMode; onMode: (mode: ImportMode) => void }) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Existing rules</legend>
      {(['merge', 'replace'] as const).map((one) => (
        <label key={one} className="segment">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={mode === one}
            onChange={() => onMode(one)}
          />
          {one === 'merge' ? 'Merge' : 'Replace'} <span className="muted">{MODES[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Previews the effect of an import on the list and on the models, and lists patterns that are not simply added. */
function Preview({ preview }: { preview: ImportPreview }) {
  const { before, list, duplicates, newlyHidden, broughtBack, outcomes } = preview;
  const twice = duplicates === 0 ? '' : `, ${duplicates} named more than once`;
  const removed = before.filter((pattern) => !list.includes(pattern));
  return (
    <section className="import-preview" aria-label="Preview">
      <p role="status">
        <strong>{`${figure(before.length)} → ${counted(list.length, 'rule')}${twice}`}</strong>
      </p>
      <Names label={`Hides ${counted(newlyHidden.length, 'model')}`} names={newlyHidden} />
      <Names label={`Brings back ${counted(broughtBack.length, 'model')}`} names={broughtBack} />
      <Names label={`Removes ${counted(removed.length, 'rule')}`} names={removed} />
      {newlyHidden.length + broughtBack.length === 0 && (
        <p className="muted">All models stay as visible as they are.</p>
      )}
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.pattern} className={outcome.kind}>
            {outcomeText(outcome)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A count whose names can be expanded. */
function Names({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>{label}</summary>
      <p className="mono">{names.join(', ')}</p>
    </details>
  );
}

/** The reason why the import is not possible, or a warning; null without either. */
function hintOf({ outcomes, before, list, canImport }: ImportPreview, kind: RuleKind, isEmpty: boolean) {
  if (outcomes.some((outcome) => outcome.kind === 'invalid')) {
    return 'Correct or remove the refused patterns to import.';
  }
  if (isEmpty && list.length < before.length)
    return `Nothing is named: this clears the list of ${kind} rules.`;
  if (isEmpty) return 'Nothing is named yet.';
  return canImport ? null : 'The list would stay as it is.';
}
