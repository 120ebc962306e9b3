import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorInfo } from '@/src/core/errors';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import { ERROR_TITLES } from '../errors/error-titles';

/** The error that ended a run, with its buttons. Cancel leaves a line in its place, from which it can be shown again. */
export function FailedRun({ error, children }: { error: ErrorInfo; children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  const showButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  // In both, the focused button is removed.
  const cancel = () => {
    flushSync(() => setIsShown(false));
    showButton.current?.focus();
  };
  const show = () => {
    flushSync(() => setIsShown(true));
    cancelButton.current?.focus();
  };
  if (isShown) {
    return (
      <ErrorCard error={error} onCancel={cancel} cancelButton={cancelButton}>
        {children}
      </ErrorCard>
    );
  }
  return (
    <p className="note secondary">
      {i18n.t('conversation.failed.note', { title: i18n.t(ERROR_TITLES[error.code]) })}{' '}
      <button type="button" className="quiet" ref={showButton} onClick={show}>
        {i18n.t('conversation.failed.show')}
      </button>
    </p>
  );
}
