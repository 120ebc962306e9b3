import type { Change } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import type { ChangeNotes } from '@/src/schema/known-page';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { boundChanges } from '../context/bound-changes';
import { stampChanges } from '../context/stamp-changes';
import type { AttributedChange } from './attribute-changes';
import { changesForEvent, changesForMessage } from './reported-changes';

/**
 * The changes that the next message reports, limited to their budget: first the carried ones, which a comparison no longer
 * finds, then `changes`, those since the context that the model knows. Each has the time at which it was first seen.
 */
export function unreportedChanges(
  adapter: AdapterDefinition,
  { id, settings }: Chat,
  changes: readonly AttributedChange[],
  notes: ChangeNotes,
): Change[] {
  return boundChanges(adapter, settings, [...notes.carried, ...stampedNews(changes, id, notes)]);
}

/** Changes by others as a message reports them, each with the time at which it was first seen. */
export function stampedNews(
  changes: readonly AttributedChange[],
  chatId: string,
  { seen }: Pick<ChangeNotes, 'seen'>,
): Change[] {
  return stampChanges(changesForMessage(changes, chatId), seen);
}

/**
 * As {@link unreportedChanges}, plus the changes by the chat's own calls. For an event during a run, where a call may have
 * taken effect after its result was stored, and for a conversation whose known page is replaced by the present one: the
 * calls' results reported those changes, but no page state or page update did.
 */
export function unreportedWithOwn(
  adapter: AdapterDefinition,
  { id, settings }: Chat,
  changes: readonly AttributedChange[],
  { carried, seen }: ChangeNotes,
): Change[] {
  return boundChanges(adapter, settings, [...carried, ...stampChanges(changesForEvent(changes, id), seen)]);
}
