import { type ReactNode, useRef } from 'react';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import './queued-message.css';

interface QueuedLineProps {
  /** The accessible name. */
  label: string;
  isStatus?: boolean;
  /** The text, and buttons. */
  children: ReactNode;
}

/** Line above the message field with what waits for the run's next step. */
export function QueuedLine({ label, isStatus = false, children }: QueuedLineProps) {
  const line = useRef<HTMLDivElement>(null);
  // The step may begin while one of the buttons has the focus.
  useFocusAfterwards(line, focusAfter);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={line}
      className={isStatus ? 'queued-message queued-status' : 'queued-message'}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}
