import type { ReactNode } from 'react';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { ProgressNote } from '../progress-note';
import { ReversalPreviewView } from './reversal-preview-view';
import type { Reversal } from './use-reversal';
import './reversal-card.css';

interface ReversalCardProps {
  reversal: Reversal;
  /** The accessible name. */
  name: string;
  className: string;
  /** The name of the site, if it isn't the one that the panel shows. */
  otherSite?: string | undefined;
  /** Shown above the preview. */
  heading?: ReactNode;
  /** Shown below the preview. */
  children?: ReactNode;
  label: string;
  onConfirm(): Promise<unknown>;
  /** The button beside it, which closes the card without the reversal, or discards the offer. */
  other: { label: string; isFocused: boolean; onPress(): unknown };
}

/** Preview of a reversal, with a button that carries it out and one that doesn't. */
export function ReversalCard(props: ReversalCardProps) {
  const { reversal, name, className, otherSite, heading, children, label, onConfirm, other } = props;
  const { isReady, isActing, progress } = reversal;
  return (
    <section ref={passesFocusOn} className={`reversal-card ${className}`} aria-label={name}>
      {otherSite === undefined ? <ShownSiteMark /> : <strong>{otherSite}</strong>}
      {heading}
      <ReversalPreviewView reversal={reversal} onRetry={reversal.retry} />
      {children}
      <ProgressNote progress={progress} />
      <div className="button-row">
        {/* Only `aria-disabled` during the command, so that the button keeps the focus if the command fails. */}
        <button
          type="button"
          className="primary"
          disabled={!isReady}
          aria-disabled={isActing}
          onClick={onConfirm}
        >
          {label}
        </button>
        <button
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the button that opened the card had the focus, and is gone
          autoFocus={other.isFocused}
          aria-disabled={isActing}
          onClick={() => !isActing && other.onPress()}
        >
          {other.label}
        </button>
      </div>
    </section>
  );
}
