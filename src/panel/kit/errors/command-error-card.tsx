import type { ReactNode } from 'react';
import { useCommands } from './command-errors';
import { DismissibleError } from './dismissible-error';

/** The error of the nearest commands, until it is dismissed. `children` are buttons that help. */
export function CommandErrorCard({ children }: { children?: ReactNode }) {
  const { error, dismiss } = useCommands();
  return (
    <DismissibleError error={error} onDismiss={dismiss}>
      {children}
    </DismissibleError>
  );
}
