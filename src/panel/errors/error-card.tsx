import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ErrorInfo } from '@/src/core/errors';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { ForeignText } from '../text/foreign-text';
import { errorText } from './error-text';

interface ErrorCardProps {
  error: ErrorInfo;
  /** Buttons; the remedy comes first. */
  children?: ReactNode;
}

/** An error: message, remedy, folded details and buttons. */
export function ErrorCard({ error, children }: ErrorCardProps) {
  return (
    <div className="card error-card" role="alert">
      <p className="error-message">
        <TriangleAlert className="icon" aria-hidden="true" />
        <span>
          <ForeignText text={error.message} />
        </span>
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
