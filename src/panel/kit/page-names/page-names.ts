import { createContext } from 'react';
import { MAX_SHOWN_NAME_LENGTH } from '@/src/core/adapter/shown-name';
import { MAX_NAMES } from '@/src/messages/channels';

/** The names in the panel of things that the chat's page can show. */
export interface PageNames {
  /** Calls `onChange` when it changes whether the thing of this name is in sight on the page. The returned function ends that. */
  watch(name: string, onChange: () => void): () => void;
  /** False until the background has answered. */
  isInSight(name: string): boolean;
  /** Shows the thing of this name on the page. */
  show(name: string): void;
}

/** The names of the nearest provider above; null if the page can show nothing, so that names are text. */
export const PageNamesContext = createContext<PageNames | null>(null);

/** Time for which names are collected before they are asked for, in milliseconds: a growing answer has many that don't stay. */
export const COLLECT_MS = 200;

/**
 * Asks which of the watched names are in sight, once for each name and again after `renew`, all that are due in one question.
 * `find` returns those that are; only the newest {@link MAX_NAMES} are asked for, and the others stay text.
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
    // Without an answer the names stay as they are; the next report on the page asks again.
    const found = await deps.find(names).catch(() => null);
    if (found === null) return;
    const present = new Set(found);
    for (const name of names) {
      if (inSight.has(name) === present.has(name)) continue;
      if (present.has(name)) inSight.add(name);
      else inSight.delete(name);
      // A name may have disappeared while it was asked for.
      for (const onChange of watched.get(name) ?? []) onChange();
    }
  }

  return {
    watch(name, onChange) {
      // A name is new with its first listener.
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

/** False for an empty cell, and for a text that is too long for a name: with one of them, the whole question would be refused. */
function isShowable(name: string): boolean {
  return name !== '' && name.length <= MAX_SHOWN_NAME_LENGTH;
}
