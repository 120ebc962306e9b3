import { type KeyboardEvent, type SubmitEvent, useDeferredValue, useId, useState } from 'react';
import type { RuleKind } from '../../../filter/decide';
import type { ImportMode } from '../../state/import-plan';
import { importPreviewOf } from '../../state/import-preview';
import { rulesOf } from '../../state/rule-sets';
import { usePage, usePageState } from '../page-provider';
import { DialogFrame } from './dialog-frame';
import { ImportEntry } from './import-entry';
import { ImportPreviewView } from './import-preview-view';
import { importHint } from './import-words';

/** Imports a list of rules, by merging or replacing. Doesn't save. */
export function ImportDialog({ kind, onClose }: { kind: RuleKind; onClose: () => void }) {
  const { store } = usePage();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ImportMode>('merge');
  // Deferred, so that typing stays responsive with many patterns and models.
  const previewed = useDeferredValue(text);
  const preview = usePageState((state) => importPreviewOf(state, kind, previewed, mode));
  const provider = usePageState((state) => state.provider);
  const isEmpty = text.trim() === '';
  const canImport = preview.canImport && previewed === text;
  const hint = importHint(preview, { kind, mode, isEmpty });
  const hintId = useId();

  const run = () => {
    if (!importPreviewOf(store.getState(), kind, text, mode).canImport) return;
    store.dispatch({ type: 'rules-imported', kind, text, mode });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  const insertPresent = () => {
    const { drafts } = store.getState();
    setText((typed) =>
      [...rulesOf(drafts, provider ?? '')[kind], ...(typed === '' ? [] : [typed])].join('\n'),
    );
  };
  return (
    <DialogFrame
      className="import-dialog"
      title={`Import ${kind} rules`}
      lead={`For ${provider}. One pattern per line, or several separated by commas. Importing does not save.`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <form
        className="import-form"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          run();
        }}
      >
        <ImportEntry
          kind={kind}
          text={text}
          mode={mode}
          hintId={hintId}
          onText={setText}
          onMode={setMode}
          onInsert={insertPresent}
        />
        <ImportPreviewView kind={kind} preview={preview} />
        <footer className="dialog-buttons">
          <p id={hintId} className="dialog-hint" aria-live="polite">
            {hint}
          </p>
          <button type="button" onClick={onClose}>
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
    </DialogFrame>
  );
}
