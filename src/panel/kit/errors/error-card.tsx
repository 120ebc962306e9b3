import { TriangleAlert, X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { IconButton } from '@/src/panel/kit/icon-button';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { errorTitle } from '@/src/schema/values/error-code';
import type { TextKey } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { passesFocusOn } from '../focus';
import { SaidWords } from '../text/said-words';

interface ErrorCardProps {
  error: ErrorInfo;
  /** Buttons, after the remedy. */
  children?: ReactNode;
  /** Hides the card; missing if it has to stay. */
  onDismiss?: () => void;
  dismissButton?: RefObject<HTMLButtonElement | null>;
}

/** An error: title, message, remedy, buttons and folded details. The details have a button that copies the whole error. */
export function ErrorCard({ error, children, onDismiss, dismissButton }: ErrorCardProps) {
  return (
    <div className="card error-card" role="alert" ref={passesFocusOn}>
      <p className="error-message">
        <TriangleAlert className="icon" />
        <strong>{t(errorTitle(error.code))}</strong>
        {onDismiss !== undefined && (
          <IconButton
            className="card-dismiss"
            icon={X}
            labelKey="errors.banner.dismiss"
            ref={dismissButton}
            onClick={onDismiss}
          />
        )}
      </p>
      <p>
        <SaidWords said={error.message} />
      </p>
      <p className="secondary">
        <SaidWords said={error.remedy} />
      </p>
      {children !== undefined && <div className="button-row">{children}</div>}
      {error.details !== null && (
        <details>
          <summary>{t('errors.card.details')}</summary>
          <pre className="data" lang="en">
            {spellOutLines(error.details)}
          </pre>
          <CopyButton text={errorText(error)} />
        </details>
      )}
    </div>
  );
}

/** Has no icons, unlike the kit's CopyButton: this card is in the panel's first script, whose size is limited. */
function CopyButton({ text }: { text: string }) {
  const [label, setLabel] = useState<TextKey>('common.copy');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setLabel('common.copied'),
      // The button's text reports the failure; the user can still select the error's text.
      () => setLabel('errors.card.copyRefused'),
    );
  };
  return <TextButton text={label} className="quiet" onClick={copy} />;
}

/** An error as plain text, for a bug report. */
function errorText({ code, message, remedy, details }: ErrorInfo): string {
  return [
    wordsOf(message),
    wordsOf(remedy),
    `Code: ${code}`,
    ...(details === null ? [] : [`Details: ${details}`]),
  ].join('\n');
}
