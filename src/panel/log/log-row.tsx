import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { LogLevel } from '@/src/core/logging/log-level';
import type { LogSummary } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';
import { FoldedText } from '../text/long-text';
import { formatDayAndTime } from './format-day-and-time';
import { LEVEL_LABELS } from './level-labels';

/** UTF-16 units of an entry's data before the rest is folded. */
const MAX_DATA_CHARS = 10_000;

const ICONS: Readonly<Record<LogLevel, LucideIcon>> = {
  error: CircleX,
  warning: TriangleAlert,
  info: Info,
  debug: Bug,
};

/** One log entry: message, time, level and topic. Unfolding it shows its data. */
export function LogRow({ entry }: { entry: LogSummary }) {
  const { id, atMs, level, topic, message, hasData } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const Icon = ICONS[level];
  return (
    <li className="log-row" data-level={level}>
      <Icon className="icon" aria-hidden="true" />
      <div className="log-entry">
        <p>
          <ForeignText text={message} />
        </p>
        <p className="meta">
          <time dateTime={new Date(atMs).toISOString()}>{formatDayAndTime(atMs)}</time> ·{' '}
          {i18n.t(LEVEL_LABELS[level])} · <code>{topic}</code>
        </p>
        {hasData && (
          <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary className="secondary">{i18n.t('log.list.data')}</summary>
            {isOpen && <LogData id={id} />}
          </details>
        )}
      </div>
    </li>
  );
}

function LogData({ id }: { id: number }) {
  const data = useQuery((queries) => queries.logData(id), [id]);
  if (data === undefined) return null;
  return (
    <div className="data">
      <FoldedText text={JSON.stringify(data, null, 2)} maxChars={MAX_DATA_CHARS} isSpelledOut={true} />
    </div>
  );
}
