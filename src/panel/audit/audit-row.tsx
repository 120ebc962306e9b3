import { Check, CircleSlash, CircleX, type LucideIcon } from 'lucide-react';
import { memo, useState } from 'react';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import { i18n } from '@/src/texts/i18n';
import { callLine } from '../conversation/call-line';
import { ForeignText } from '../text/foreign-text';
import { formatMoment } from '../text/format-time';
import { TextWithElements } from '../text/text-with-elements';
import { AuditDetails } from './audit-details';
import { type AuditOutcome, decisionText, OUTCOME_LABELS, outcomeOf, requestedBy } from './audit-text';

const ICONS: Readonly<Record<AuditOutcome, LucideIcon>> = {
  succeeded: Check,
  failed: CircleX,
  'not-run': CircleSlash,
};

interface AuditRowProps {
  entry: AuditEntry;
  /** The chat that the panel shows; null if there is none. */
  chatId: string | null;
}

/** One journal entry: action, time, requester, decision and outcome. Unfolding it shows the details. */
export const AuditRow = memo(function AuditRow({ entry, chatId }: AuditRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { action, subject, proposed, atMs, errorCode, note } = entry;
  const outcome = outcomeOf(entry);
  const Icon = ICONS[outcome];
  return (
    <li className="log-row audit-row" data-outcome={outcome}>
      <Icon className="icon" aria-hidden="true" />
      <details className="log-entry" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <code className="audit-subject">
            <ForeignText text={action === 'call' ? callLine(subject, proposed) : subject} />
          </code>
          <span className="meta">
            <time dateTime={new Date(atMs).toISOString()}>{formatMoment(atMs)}</time> ·{' '}
            {requestedBy(entry, chatId)}
          </span>
          <span className="meta">
            {decisionText(entry)} · {i18n.t(OUTCOME_LABELS[outcome])}
            {errorCode !== null && (
              <>
                {' '}
                ·{' '}
                <code>
                  <ForeignText text={errorCode} />
                </code>
              </>
            )}
          </span>
          {note !== '' && (
            <span className="audit-note">
              <TextWithElements text="audit.row.note" elements={{ note: <ForeignText text={note} /> }} />
            </span>
          )}
        </summary>
        {isOpen && <AuditDetails entry={entry} />}
      </details>
    </li>
  );
});
