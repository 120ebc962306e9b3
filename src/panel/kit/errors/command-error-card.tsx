import type { ReactNode } from 'react';
import { useCommands } from './command-errors';
import { DismissibleError } from './dismissible-error';

/** The error that the nearest `CommandErrors` keeps, until it is dismissed. `children`: buttons that help. */
export function CommandErrorCard({ children }: { children?: ReactNode }) {
  const { error, dismiss } = useCommands();
  return (
    <DismissibleError error={error} onDismiss={dismiss}>
      {children}
    </DismissibleError>
  );
}
