import type { Change } from '@/src/schema/change';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { shownContext } from '../context/shown-context';

/** Text that names the cause of the differences between two pages, worded to follow "by". */
const BINDING = 'the binding to another page';

/**
 * Changes to report when the user binds a chat to another page. The first one states the new binding. The others are
 * the differences between the page that the conversation knows and the new one; nobody made these on either page. Parts
 * that the chat leaves out are not compared.
 */
export function changesByBinding(
  adapter: AdapterDefinition,
  settings: ChatSettings,
  { title, origin }: PageBinding,
  { known, context, atMs }: { known: Json; context: Json; atMs: number },
): Change[] {
  const shown = (whole: Json) => shownContext(adapter, settings, whole);
  const bound = { type: 'page_bound', timestamp: new Date(atMs).toISOString(), title, origin };
  const reason = `The user bound this chat to another page. What differs there is listed as by ${BINDING}.`;
  const differences = adapter.diffContext(shown(known), shown(context), atMs);
  return [{ ...bound, reason }, ...differences.map((change) => ({ ...change, by: BINDING }))];
}
