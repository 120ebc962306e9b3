import { useId, useState } from 'react';
import type { LogLevel } from '@/src/core/logging/log-level';
import { i18n } from '@/src/texts/i18n';
import { useQuery } from '../link/stored-data';
import { formatNumber } from '../text/format-number';
import { LevelSelect } from './level-select';
import { LogRow } from './log-row';

/** Most entries shown; a longer list would be slow. */
const MAX_SHOWN = 500;

/** The log as a live list, newest first, with filters for level and text. */
export function LogList() {
  const [level, setLevel] = useState<LogLevel>('debug');
  const [text, setText] = useState('');
  const found = useQuery(
    (queries) => queries.newestLogEntries({ level, text, limit: MAX_SHOWN }),
    [level, text],
  );
  const noteId = useId();
  const isFiltered = level !== 'debug' || text.trim() !== '';
  return (
    <section className="log" aria-label={i18n.t('log.list.label')}>
      <div className="log-filter">
        <label className="log-field">
          <span>{i18n.t('log.list.search')}</span>
          <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <LevelSelect label={i18n.t('log.list.level')} level={level} onChoose={setLevel} />
      </div>
      {found !== undefined && (
        <>
          <p id={noteId} className="secondary">
            {foundText(found.entries.length, found.isCut, isFiltered)}
          </p>
          <ol className="log-rows" aria-describedby={noteId}>
            {found.entries.map((entry) => (
              <LogRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** The number of listed entries, in a sentence. */
export function foundText(shown: number, isCut: boolean, isFiltered: boolean): string {
  if (shown === 0) {
    return i18n.t(isFiltered ? 'log.list.noMatch' : 'log.list.empty');
  }
  if (isCut) {
    return i18n.t(isFiltered ? 'log.list.newestFound' : 'log.list.newest', shown, [formatNumber(shown)]);
  }
  return i18n.t(isFiltered ? 'log.list.found' : 'log.list.shown', shown, [formatNumber(shown)]);
}
