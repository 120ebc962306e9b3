import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { ForeignText } from '../text/foreign-text';
import { errorText } from './error-text';
import { ERROR_TITLES } from './error-titles';

interface ErrorCardProps {
  error: ErrorInfo;
  /** Buttons; the remedy comes first. */
  children?: ReactNode;
  /** Closes the card without doing anything; missing where it has to stay. */
  onCancel?: () => void;
}

/** An error: title, message, remedy, folded details and buttons. */
export function ErrorCard({ error, children, onCancel }: ErrorCardProps) {
  return (
    <div className="card error-card" role="alert">
      <p className="error-message">
        <TriangleAlert className="icon" aria-hidden="true" />
        <strong>{ERROR_TITLES[error.code]}</strong>
      </p>
      <p>
        <ForeignText text={error.message} />
      </p>
      <p className="secondary">{error.remedy}</p>
      {error.details !== null && (
        <details>
          <summary>Details</summary>
          <pre className="data">{spellOutLines(error.details)}</pre>
        </details>
      )}
      <div className="button-row">
        {children}
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <CopyButton text={errorText(error)} />
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [label, setLabel] = useState('Copy');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setLabel('Copied'),
      // The button says so; the text stays selectable.
      () => setLabel('Copying is not allowed here'),
    );
  };
  return (
    <button type="button" className="quiet" onClick={copy}>
      {label}
    </button>
  );
}
