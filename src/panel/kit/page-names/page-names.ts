import { createContext } from 'react';
import { MAX_SHOWN_NAME_LENGTH } from '@/src/core/adapter/shown-name';
import { MAX_NAMES } from '@/src/messages/channels';

/** Knows which names in the panel stand for something that the chat's page can show. */
export interface PageNames {
  /** Calls `onChange` when the thing with this name appears on the page or disappears from it. The returned function ends the watch. */
  watch(name: string, onChange: () => void): () => void;
  /** True if the thing with this name is visible on the page; false until the background has answered. */
  isInSight(name: string): boolean;
  /** Shows the thing with this name on the page. */
  show(name: string): void;
}

/** The names of the nearest provider above; null if the page can't show anything, so that names are only text. */
export const PageNamesContext = createContext<PageNames | null>(null);

/**
 * Time in milliseconds for which names are collected before they are requested together: while an answer grows, many names in it don't
 * stay.
 */
export const COLLECT_MS = 200;

/**
 * Finds out which of the watched names are visible on the page: each name once, and all again after `renew`. Names that are due are
 * requested together. `find` returns the visible ones of the requested names. Only the newest {@link MAX_NAMES} are requested; the rest
 * stay text.
 */
export function createPageNames(deps: {
  find(names: string[]): Promise<readonly string[]>;
  show(name: string): void;
}): PageNames & { renew(): void } {
  const watched = new Map<string, Set<() => void>>();
  const due = new Set<string>();
  const inSight = new Set<string>();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      void ask();
    }, COLLECT_MS);
  }

  async function ask(): Promise<void> {
    const names = [...due].filter((name) => watched.has(name) && isShowable(name)).slice(-MAX_NAMES);
    due.clear();
    if (names.length === 0) return;
    // If the request fails, the names stay as they are. The page's next report causes another request.
    const found = await deps.find(names).catch(() => null);
    if (found === null) return;
    const present = new Set(found);
    for (const name of names) {
      if (inSight.has(name) === present.has(name)) continue;
      if (present.has(name)) inSight.add(name);
      else inSight.delete(name);
      // Nobody may watch the name any more.
      for (const onChange of watched.get(name) ?? []) onChange();
    }
  }

  return {
    watch(name, onChange) {
      // The first listener of a name creates its set.
      const listeners = watched.get(name) ?? new Set();
      if (listeners.size === 0 && !inSight.has(name)) {
        due.add(name);
        schedule();
      }
      watched.set(name, listeners.add(onChange));
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) watched.delete(name);
      };
    },
    isInSight: (name) => inSight.has(name),
    show: deps.show,
    renew() {
      for (const name of watched.keys()) due.add(name);
      if (due.size > 0) schedule();
    },
  };
}

/** False for an empty cell and for a text that is too long for a name: either would cause the whole request to be refused. */
function isShowable(name: string): boolean {
  return name !== '' && name.length <= MAX_SHOWN_NAME_LENGTH;
}
