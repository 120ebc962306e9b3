import type { ReactNode } from 'react';
import { browser } from 'wxt/browser';
import { useStored } from '../use-stored';

/** Key of the sections in storage.local. */
const FOLDS_KEY = 'panel-folds';

/** True for each open section; a missing one is folded. This state belongs to the panel, not to a chat. */
type Folds = Readonly<Record<string, unknown>>;

interface KeptFoldProps {
  fold: 'approval-differences' | 'page-parts' | 'technical-details';
  summary: ReactNode;
  children: ReactNode;
}

/** A section that is open or folded as the user left it, in every panel. */
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

/** Only logged: the section still opens and closes here, but the next panel doesn't know the user's choice. */
function logProblem(cause: unknown): void {
  console.error('Steward could not keep which sections are open.', cause);
}
