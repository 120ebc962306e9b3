import type { Change } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { boundChanges } from '../context/bound-changes';
import type { ComparedPage } from './compare-page';
import { changesForEvent, changesForMessage } from './reported-changes';

type Unreported = Pick<ComparedPage, 'changes' | 'carried'>;

/**
 * The changes that the next message reports, limited to their budget: first those that are carried over, because a
 * comparison no longer finds them, then `changes`, the differences from the context that the model knows.
 */
export function unreportedChanges(
  adapter: AdapterDefinition,
  { id, settings }: Chat,
  { changes, carried }: Unreported,
): Change[] {
  return boundChanges(adapter, settings, [...carried, ...changesForMessage(changes, id)]);
}

/**
 * As {@link unreportedChanges}, plus the changes by the chat's own calls. Use it for an event during a run, where a call may have
 * taken effect after its result was stored, and when a conversation's known page is replaced by the present one: the calls'
 * results reported those changes, but no page state or page update did.
 */
export function unreportedWithOwn(
  adapter: AdapterDefinition,
  { id, settings }: Chat,
  { changes, carried }: Unreported,
): Change[] {
  return boundChanges(adapter, settings, [...carried, ...changesForEvent(changes, id)]);
}
