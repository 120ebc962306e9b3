import { browser } from 'wxt/browser';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import type { PageIdentity } from '@/src/core/adapter/page-half';
import { notAllowed } from '../sites/access-errors';
import { badAnswer } from './page-errors';
import { limitOf } from './page-limits';
import { injectAdapter, type PageDocument, requestFromPage } from './page-messenger';
import type { IdentifiedPage } from './tab-memory';

/**
 * The page that a document with the content script shows; null if no adapter recognizes it. Injects the scripts that the document
 * misses.
 */
export async function identify(
  document: PageDocument,
  adapters: AdapterPort,
  signal?: AbortSignal,
): Promise<IdentifiedPage | null> {
  const injected = new Set<string>();
  for (;;) {
    const found = await requestFromPage(document, { type: 'identify' }, limitOf('identify', signal));
    if (found === null) return null;
    if (!('missing' in found)) return withAddress(document, found);
    // A manipulated content script could request the same script without end.
    if (injected.has(found.missing)) throw badAnswer(`${found.missing} is missing after its injection.`);
    injected.add(found.missing);
    await injectAdapter(document, adapters.definitionOf(found.missing), signal);
  }
}

async function withAddress(
  { tabId }: PageDocument,
  { adapterId, identity }: { adapterId: string; identity: PageIdentity },
): Promise<IdentifiedPage> {
  const { url } = await browser.tabs.get(tabId);
  if (url === undefined) throw notAllowed('The browser hides the tab’s address.');
  const { instanceId, title } = identity;
  return { binding: { adapterId, origin: new URL(url).origin, instanceId, title }, identity };
}
