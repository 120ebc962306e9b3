import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageToolsIn, withPageTools } from '@/src/core/adapter/adapter-of-chat';
import { goesLive, isReadOnly } from '@/src/core/adapter/saving';
import type { StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { PageBinding } from '@/src/core/records/chat';
import type { PageStatus } from '@/src/messages/commands';
import { isCrash } from './page-errors';

/** The status of a page that was read. `place`: where it is open, and whether Steward keeps its access to the site. */
export function connectedStatus(
  adapter: AdapterDefinition,
  context: Json,
  place: { tabId: number; origin: string; isLasting: boolean },
): PageStatus {
  const pageTools = pageToolsIn(adapter, context);
  const definition = withPageTools(adapter, pageTools);
  const line = definition.pageLine(context);
  return {
    state: 'connected',
    ...place,
    line:
      definition.isShared === true ? { ...line, facts: [new URL(place.origin).host, ...line.facts] } : line,
    goesLive: goesLive(definition, context),
    isReadOnly: isReadOnly(definition),
    offersTools: pageTools.length > 0,
    // An adapter may have neither.
    suggestions: definition.suggestions?.(context) ?? [],
    proposedBaseUrl: definition.proposedBaseUrl?.(place.origin) ?? null,
  };
}

/** The status of a page that could not be read. `keyName`: the name of the key that its adapter needs; null if it needs none. */
export function failedStatus(
  error: StewardError,
  { adapterId, origin }: PageBinding,
  keyName: string | null,
): PageStatus {
  if (error.code === 'permission-missing') return { state: 'not-allowed', url: origin };
  if (error.code === 'timeout') return { state: 'silent', url: origin };
  const { message, remedy } = error;
  if (error.code === 'page-key' && keyName !== null) {
    return { state: 'key-needed', url: origin, adapterId, keyName, message, remedy };
  }
  if (error.code === 'page-protocol' || error.code === 'too-complex' || isCrash(error)) {
    return { state: 'incompatible', url: origin, message, remedy };
  }
  return { state: 'gone' };
}
