import { type ReactNode, useId, useState } from 'react';
import { TextButton } from '@/src/panel/kit/text-button';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { type Queries, useQuery } from './stored-data';
import './entries.css';

/** Number of entries that are shown at first, and that each "Show more" adds. More at once would be slow. */
const STEP = 200;

interface EntryListProps<Entry> {
  label: TextKey;
  /** Shown above the list, such as the fields of its filter. */
  children: ReactNode;
  /** The filter's values, or a chat's id. When it changes, the list is short again. */
  subject: unknown;
  isFiltered: boolean;
  /** Text for an unfiltered list without entries. */
  empty: TextKey;
  /** Reads the newest entries that match, at most `limit`. */
  read(queries: Queries, limit: number): Promise<{ entries: readonly Entry[]; isCut: boolean }>;
  /** Renders one entry, with a key. */
  row(entry: Entry): ReactNode;
}

/** Stored entries, newest first: lines of the log, or requests. The list follows the database. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { isFiltered, empty, read } = props;
  const subject = JSON.stringify(props.subject);
  const [extended, setExtended] = useState({ subject, limit: STEP });
  const limit = extended.subject === subject ? extended.limit : STEP;
  const noteId = useId();
  const found = useQuery((queries) => read(queries, limit), [subject, limit]);
  return (
    <section className="entries" aria-label={t(props.label)}>
      {props.children}
      {found !== undefined && (
        <>
          <p id={noteId} className="secondary">
            {countText(found.entries.length, found.isCut, isFiltered, empty)}
          </p>
          <ol className="entry-rows" aria-describedby={noteId}>
            {found.entries.map(props.row)}
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
