import { useDeferredValue } from 'react';
import type { RenderEvent } from './render-event';

/** Entries that are rendered in the first step: more than a screen of them. */
const FIRST_ENTRIES = 12;

/** The newest entries when the conversation is opened, and all of them right after these are painted. */
export function useFirstEntries(items: readonly RenderEvent[]): readonly RenderEvent[] {
  const isWhole = useDeferredValue(true, items.length <= FIRST_ENTRIES);
  return isWhole ? items : items.slice(-FIRST_ENTRIES);
}
