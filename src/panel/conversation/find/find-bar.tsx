import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { focusMessageField } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import type { Message } from '@/src/schema/message';
import { wordsOf as shownWords, t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { findHits, type Hit, MAX_HITS } from './find-hits';
import { clearHits, type Revealed, reveal } from './reveal';
import type { Find } from './use-find';
import './find.css';
import { toErrorInfo } from '@/src/core/errors';
import { loadStore } from '@/src/panel/data/stored-data';
import { useAllToolWords } from '@/src/panel/data/tool-words';

/** Time between the last keystroke and the search, in milliseconds. */
const FIND_DELAY_MS = 120;

export interface FindBarProps {
  chatId: string;
  find: Find;
  scroller: RefObject<HTMLDivElement | null>;
  /** The messages that the conversation shows. */
  messages: readonly Message[];
  /** True if the conversation shows the titles that the model returned. */
  showsTechnical: boolean;
  /** The position of the newest message; null if there is none. */
  newest: number | null;
  onShowAt(position: number): void;
}

/** Bar that searches the whole chat, including messages that aren't loaded, and moves from hit to hit. */
export function FindBar(props: FindBarProps) {
  const { find, scroller, messages, onShowAt } = props;
  const field = useRef<HTMLInputElement>(null);
  const [opener] = useState(() => document.activeElement);
  const [query, setQuery] = useState('');
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  /** The current hit: its index in `found.hits`, -1 if nothing was found, and the search result that the index refers to. */
  const [current, setCurrent] = useState<{ found: Found; at: number } | null>(null);
  const found = useHits(props, query);
  const going = useRef<AbortController | null>(null);

  const goTo = (target: Found, at: number) => {
    const hit = target.hits[at];
    going.current?.abort();
    going.current = new AbortController();
    setCurrent({ found: target, at });
    setRevealed(null);
    if (hit === undefined || scroller.current === null) return clearHits();
    const { signal } = going.current;
    const ask = () => onShowAt(hit.position);
    void reveal(hit, target.query, target.hits, scroller.current, ask, signal).then(
      (where) => signal.aborted || setRevealed(where),
    );
  };
  const step = (by: 1 | -1) => {
    if (found === null || found.hits.length === 0) return;
    const length = found.hits.length;
    goTo(found, ((current?.at ?? 0) + by + length) % length);
  };

  useEffect(() => {
    if (find.request === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [find.request]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to a hit once for each search result
  useEffect(() => {
    if (found === null) return clearHits();
    // The same text was searched again because messages arrived: keep the current hit.
    if (current?.found.query === found.query && current.at >= 0 && current.at < found.hits.length) {
      return setCurrent({ found, at: current.at });
    }
    goTo(found, scroller.current === null ? -1 : hitNear(found.hits, scroller.current, messages));
  }, [found]);
  useEffect(
    () => () => {
      going.current?.abort();
      clearHits();
    },
    [],
  );

  const close = () => {
    find.close();
    if (opener instanceof HTMLElement) opener.focus();
    // The menu item that opened the bar no longer exists.
    if (document.activeElement !== opener) focusMessageField();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const isStale = found !== null && found.query !== query;
  return (
    <search className="find-bar" aria-label={t('find.title')} onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="text"
        aria-label={t('find.field')}
        placeholder={t('find.title')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <span className="meta find-count" role="status">
        {found !== null && !isStale && statusText(found, current?.at ?? -1, revealed)}
      </span>
      <IconButton
        icon={ChevronUp}
        labelKey="find.previous"
        title={t('find.previousHint')}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        labelKey="find.next"
        title={t('find.nextHint')}
        onClick={() => step(1)}
      />
      <IconButton icon={X} labelKey="find.close" title={t('find.closeHint')} onClick={close} />
    </search>
  );
}

/** Index of the first hit at or below the first visible message; of the last hit if there is none below. */
function hitNear(hits: readonly Hit[], scroller: HTMLElement, messages: readonly Message[]): number {
  const { top } = scroller.getBoundingClientRect();
  const entries = [...scroller.querySelectorAll<HTMLElement>('[data-entry]')];
  const first = entries.find((entry) => entry.getBoundingClientRect().bottom > top)?.dataset.entry;
  const position = messages.find(({ id }) => first === id || first?.startsWith(`${id}:`))?.position;
  const at = hits.findIndex((hit) => position !== undefined && hit.position >= position);
  return at === -1 ? hits.length - 1 : at;
}

function statusText({ hits, problem }: Found, at: number, revealed: Revealed | null): string {
  if (problem !== null) return t('find.failed', { problem });
  if (hits.length === 0) return t('find.nothing');
  const all = `${formatNumber(hits.length)}${hits.length === MAX_HITS ? '+' : ''}`;
  const place = { hit: formatNumber(at + 1), all };
  // Until the hit is revealed, it isn't known if it is in a folded or hidden part.
  const shown = revealed ?? 'marked';
  return t(`find.place.${shown}`, place);
}

interface Found {
  query: string;
  hits: readonly Hit[];
  /** The reason why the messages couldn't be read; null if they were. */
  problem: string | null;
}

/**
 * Searches all messages of a chat for a text. Null before the first result, and without a text. Searches again when `newest`, the
 * position of the newest message, changes.
 */
function useHits({ chatId, newest, showsTechnical }: FindBarProps, query: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const wordsOf = useAllToolWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message triggers a search, but is not an input
  useEffect(() => {
    if (query === '') return setFound(null);
    const cancelled = new AbortController();
    const take = (hits: readonly Hit[], problem: string | null) => {
      if (!cancelled.signal.aborted) setFound({ query, hits, problem });
    };
    const timer = setTimeout(() => {
      findHits(query, allMessages(chatId, showsTechnical), wordsOf, cancelled.signal).then(
        (hits) => hits !== null && take(hits, null),
        (error: unknown) => take([], shownWords(toErrorInfo(error).message)),
      );
    }, FIND_DELAY_MS);
    return () => {
      cancelled.abort();
      clearTimeout(timer);
    };
  }, [chatId, query, newest, showsTechnical, wordsOf]);
  return found;
}

/** The messages of a chat in batches, without the model's titles if the conversation doesn't show them. */
async function* allMessages(chatId: string, showsTechnical: boolean) {
  const { queries } = await loadStore();
  for await (const batch of queries.chatMessages.all(chatId)) {
    yield showsTechnical ? batch : batch.filter(({ role }) => role !== 'title');
  }
}
