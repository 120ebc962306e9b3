import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import type { Json } from '../json';
import type { ChangeNotes } from '../loop/ports';
import { stampChanges } from './stamp-changes';

/**
 * What a message sent now tells of the page: what it no longer shows first, then what changed since the context that
 * the model was told last, each with the time at which it was first seen. `known` null: nothing was told yet.
 */
export function untoldChanges(
  adapter: AdapterDefinition,
  page: { known: Json | null; now: Json; notes: ChangeNotes },
  atMs: number,
): Change[] {
  const changes = page.known === null ? [] : adapter.diffContext(page.known, page.now, atMs);
  return [...page.notes.carried, ...stampChanges(changes, page.notes.seen)];
}
