import type { ReactNode } from 'react';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { ErrorCard } from './error-card';

interface DismissibleErrorProps {
  error: ErrorInfo | null;
  onDismiss: () => void;
  /** Buttons that help, shown before Dismiss. */
  children?: ReactNode;
}

/** An error with a Dismiss button. Renders nothing for null. */
export function DismissibleError({ error, onDismiss, children }: DismissibleErrorProps) {
  if (error === null) return null;
  return (
    <ErrorCard error={error}>
      {children}
      <TextButton text="errors.banner.dismiss" onClick={onDismiss} />
    </ErrorCard>
  );
}
