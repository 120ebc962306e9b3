import type { ReactNode } from 'react';
import { browser } from 'wxt/browser';
import { useStored } from '../use-stored';

/** Key in storage.local of the state of all these sections. */
const FOLDS_KEY = 'panel-folds';

/** Values by section: true if it is open; false or missing if it is folded. This state belongs to the panel, not to a chat. */
type Folds = Readonly<Record<string, unknown>>;

interface KeptFoldProps {
  fold: 'approval-differences' | 'page-parts' | 'technical-details';
  summary: ReactNode;
  children: ReactNode;
}

/** A section that stays open or folded as the user left it, in every panel. */
export function KeptFold({ fold, summary, children }: KeptFoldProps) {
  const { value: folds } = useStored(FOLDS_KEY, readFolds, logProblem, 'local');
  const isOpen = folds?.[fold] === true;
  const onToggle = (isShown: boolean) => {
    if (folds === null || isShown === isOpen) return;
    browser.storage.local.set({ [FOLDS_KEY]: { ...folds, [fold]: isShown } }).catch(logProblem);
  };
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="secondary">{summary}</summary>
      {children}
    </details>
  );
}

function readFolds(stored: unknown): Folds {
  return typeof stored === 'object' ? { ...stored } : {};
}

/** Only logged: the section opens and closes all the same, but its state isn't kept for the next panel. */
function logProblem(cause: unknown): void {
  console.error('Steward could not keep which sections are open.', cause);
}
