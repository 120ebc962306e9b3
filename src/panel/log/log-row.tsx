import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { LogLevel } from '@/src/core/logging/log-level';
import type { LogSummary } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';
import { formatDayAndTime } from '../text/format-time';
import { EntryData } from './entry-list';

const LEVELS: Readonly<Record<LogLevel, readonly [LucideIcon, label: TextKey]>> = {
  error: [CircleX, 'log.level.error'],
  warning: [TriangleAlert, 'log.level.warning'],
  info: [Info, 'log.level.info'],
  debug: [Bug, 'log.level.debug'],
};

/** One log entry: message, time, level and topic. Unfolding it shows its data. */
export function LogRow({ entry }: { entry: LogSummary }) {
  const { id, atMs, level, topic, message, hasData } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const [Icon, label] = LEVELS[level];
  return (
    <li className="log-row" data-level={level}>
      <Icon className="icon" aria-hidden="true" />
      <div className="log-entry">
        <p>
          <ForeignText text={message} />
        </p>
        <p className="meta">
          <time dateTime={new Date(atMs).toISOString()}>{formatDayAndTime(atMs)}</time> · {i18n.t(label)} ·{' '}
          <code>{topic}</code>
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
  return data === undefined ? null : <EntryData text={JSON.stringify(data, null, 2)} />;
}
