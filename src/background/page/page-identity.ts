import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import type { PageIdentity } from '@/src/core/adapter/page-half';
import { badAnswer } from './page-errors';
import { limitOf } from './page-limits';
import { injectAdapter, type PageDocument, requestFromPage } from './page-messenger';

/**
 * The adapter that recognizes a document with the content script, and the page's identity; null if none does. Injects the scripts
 * that the document misses.
 */
export async function identityIn(
  document: PageDocument,
  adapters: AdapterPort,
  signal?: AbortSignal,
): Promise<{ adapterId: string; identity: PageIdentity } | null> {
  const injected = new Set<string>();
  for (;;) {
    const found = await requestFromPage(document, { type: 'identify' }, limitOf('identify', signal));
    if (found === null || !('missing' in found)) return found;
    // A manipulated content script could request the same script without end.
    if (injected.has(found.missing)) throw badAnswer(`${found.missing} is missing after its injection.`);
    injected.add(found.missing);
    await injectAdapter(document, adapters.definitionOf(found.missing), signal);
  }
}
