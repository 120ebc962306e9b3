import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import './entries.css';

/** UTF-16 units of an entry's data before the rest is folded. */
const MAX_DATA_CHARS = 10_000;

interface EntryRowProps {
  icon: LucideIcon;
  /** Determines the icon's colour. */
  tone: 'succeeded' | 'waiting' | 'failed' | 'plain';
  title: ReactNode;
  atMs: number;
  /** Shown after the time. */
  facts: ReactNode;
  children?: ReactNode;
  /** Renders the details that unfolding the row shows; null if there are none. */
  details: (() => ReactNode) | null;
}

/** A row of an entry list. Unfolding it shows the details. */
export function EntryRow({ icon: Icon, tone, title, atMs, facts, children, details }: EntryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = (
    <>
      {title}
      <span className="meta">
        <time dateTime={new Date(atMs).toISOString()}>{formatMoment(atMs)}</time> · {facts}
      </span>
      {children}
    </>
  );
  return (
    <li className="entry-row" data-tone={tone}>
      <Icon className="icon" />
      {details === null ? (
        <div className="entry-box entry-lines">{lines}</div>
      ) : (
        <details className="entry-box" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="entry-lines">{lines}</summary>
          {isOpen && <div className="entry-details">{details()}</div>}
        </details>
      )}
    </li>
  );
}

export function EntryData({ text }: { text: string }) {
  return (
    <div className="data" lang="en">
      <FoldedText text={text} maxChars={MAX_DATA_CHARS} isSpelledOut />
    </div>
  );
}
