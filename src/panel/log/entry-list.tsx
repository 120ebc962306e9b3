import { type ReactNode, useId, useState } from 'react';
import { type Queries, useQuery } from '@/src/panel/data/stored-data';
import { TextButton } from '@/src/panel/kit/text-button';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './log.css';

/** Number of entries shown at first, and added by each "Show more". More at a time would be slow. */
const STEP = 200;

interface EntryListProps<Entry> {
  label: string;
  filter: ReactNode;
  /** The filter's values. After a change, the list begins with its newest entries again. */
  filterValues: readonly unknown[];
  isFiltered: boolean;
  /** Text for an unfiltered list without entries. */
  empty: TextKey;
  /** Reads the newest entries that match, at most `limit`. */
  read(queries: Queries, limit: number): Promise<{ entries: readonly Entry[]; isCut: boolean }>;
  children(entry: Entry): ReactNode;
}

/** Entries of the log or of an audit, newest first, with their filter. The list is updated when the database changes. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { label, filter, isFiltered, empty, read, children } = props;
  const subject = JSON.stringify(props.filterValues);
  const [extended, setExtended] = useState({ subject, limit: STEP });
  const limit = extended.subject === subject ? extended.limit : STEP;
  const noteId = useId();
  const found = useQuery((queries) => read(queries, limit), [subject, limit]);
  return (
    <section className="log" aria-label={label}>
      {filter}
      {found !== undefined && (
        <>
          <p id={noteId} className="secondary">
            {countText(found.entries.length, found.isCut, isFiltered, empty)}
          </p>
          <ol className="log-rows" aria-describedby={noteId}>
            {found.entries.map(children)}
          </ol>
          {found.isCut && (
            <TextButton
              text="log.list.showMore"
              onClick={() => setExtended({ subject, limit: limit + STEP })}
            />
          )}
        </>
      )}
    </section>
  );
}

function countText(shown: number, isCut: boolean, isFiltered: boolean, empty: TextKey): string {
  if (shown === 0) return t(isFiltered ? 'log.list.noMatch' : empty);
  if (isCut) return t(isFiltered ? 'log.list.newestFound' : 'log.list.newest', { count: shown });
  return t(isFiltered ? 'log.list.found' : 'log.list.shown', { count: shown });
}
