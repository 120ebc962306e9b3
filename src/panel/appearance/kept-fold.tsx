import { type ReactNode, useState } from 'react';
import { type Fold, PANEL_FOLDS_KEY, type PanelFolds, readPanelFolds } from '@/src/core/records/panel-folds';
import { sendCommand } from '../link/send-command';
import { useStored } from '../link/use-stored';

interface KeptFoldProps {
  fold: Fold;
  summary: ReactNode;
  children: ReactNode;
}

/** A section that is open or folded as the user left it, in every panel. */
export function KeptFold({ fold, summary, children }: KeptFoldProps) {
  const stored = useStored(PANEL_FOLDS_KEY, foldsOrDefault, logProblem, 'local');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? stored?.[fold] === true;
  const onToggle = (isShown: boolean) => {
    if (isShown === isOpen) return;
    setChosen(isShown);
    sendCommand({ type: 'keep-fold', fold, isOpen: isShown }).catch(logProblem);
  };
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="secondary">{summary}</summary>
      {children}
    </details>
  );
}

function foldsOrDefault(stored: unknown): PanelFolds {
  // The background logs and removes a value that can't be read.
  return readPanelFolds(stored) ?? {};
}

/** The section opens and closes all the same; only the next panel doesn't know. */
function logProblem(cause: unknown): void {
  console.error('Steward could not keep which sections are open.', cause);
}
