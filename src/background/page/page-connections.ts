import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { hasCode } from '@/src/core/errors';
import { isAboutSeveral, samePage } from '@/src/core/records/chat';
import { boundPage } from '@/src/core/records/record-access';
import type { PagePlace } from '@/src/core/records/write-token';
import { pageGone, siteNotOpen } from '@/src/core/shared-errors';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { SiteReach } from '@/src/messages/site-commands';
import type { StateRequestType } from '@/src/page-host/half-host';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Sites } from '../sites/sites';
import { addressOf } from './address-of-tab';
import { identify } from './page-identity';
import type { WaitLimit } from './page-limits';
import { injectInto, type PageDocument, requestFromPage } from './page-messenger';
import type { PageServices } from './page-services';
import { pagesAt } from './pages-in-tabs';
import { withoutCredentialsIn } from './server-words';
import type { TabBindings } from './tab-bindings';
import type { TabMemory } from './tab-memory';
import { isVirtual, NO_TAB, virtualTabOf } from './virtual-tab';

/** Finds the documents that show the chats' pages, and sends requests to them. */
export type PageConnections = ReturnType<typeof createPageConnections>;

export interface PageConnectionDeps {
  bindings: Pick<TabBindings, 'tabOf' | 'bind'>;
  tabs: Pick<TabMemory, 'documents'>;
  adapters: AdapterPort;
  /** Answers for the pages whose state half runs in the background. */
  services: PageServices;
  sites: Pick<Sites, 'admit'>;
}

export function placeIn(chat: Chat, { tabId }: PageDocument): PagePlace {
  return { origin: boundPage(chat).origin, tabId };
}

export function createPageConnections(deps: PageConnectionDeps) {
  const { documents } = deps.tabs;
  /** Tabs whose page could not be read at last because it needs a key, or its user to sign in. */
  const keyless = new Set<number>();

  /**
   * Injects the content script into a tab's document. Every access to a document begins here, so the user's site settings are
   * checked first.
   */
  async function enter(tabId: number, signal?: AbortSignal): Promise<PageDocument> {
    const url = await addressOf(tabId);
    await deps.sites.admit(tabId, url);
    return injectInto(tabId, url, signal);
  }

  /**
   * Sends a request about a page's state to where its adapter's state half runs. `document` is verified to show the page of
   * `chat`, so the key of another origin is never used for it.
   */
  async function ask<Type extends StateRequestType>(
    chat: Chat,
    document: PageDocument,
    request: Extract<PageRequest, { type: Type }>,
    limit: WaitLimit,
  ): Promise<PageAnswers[Type]> {
    const { adapterId, origin } = boundPage(chat);
    const { type }: PageRequest = request;
    const inPage = () => requestFromPage<Type>(document, request, limit);
    try {
      const answer = await withoutCredentialsIn(
        deps.services.serves(adapterId)
          ? deps.services.request<Type>({ adapterId, origin }, request, limit, inPage)
          : inPage(),
      );
      if (type === 'get-context') keyless.delete(document.tabId);
      return answer;
    } catch (error) {
      if (hasCode(error, 'page-key')) keyless.add(document.tabId);
      throw error;
    }
  }

  /** The page that a tab shows; null if no adapter recognizes it. */
  const pageIn = async (tabId: number): Promise<PageBinding | null> =>
    (await identify(await enter(tabId), deps.adapters))?.binding ?? null;

  /** The chat's tab, which may be a virtual one; an id that no tab has if none is known. */
  async function tabOf(chat: Chat): Promise<number> {
    const page = boundPage(chat);
    if (isAboutSeveral(chat) && (await deps.services.wayTo(page)) !== null) return virtualTabOf(page);
    return (await deps.bindings.tabOf(chat.id)) ?? NO_TAB;
  }

  /**
   * The tab that shows a page: `preferred` if it does, otherwise the most recently used one. If there is none, rejects with the
   * reason. Opens no tab.
   */
  async function tabShowing(page: PageBinding, preferred: number): Promise<number> {
    let failure: unknown = null;
    const found = await pagesAt(new Set([page.origin]), (tabId) =>
      pageIn(tabId).catch((error: unknown) => {
        failure ??= error;
        return null;
      }),
    );
    const tabs = found.flatMap((one) => (samePage(one.page, page) ? one.tabId : []));
    const [newest] = tabs;
    if (newest !== undefined) return tabs.includes(preferred) ? preferred : newest;
    await deps.sites.admit(NO_TAB, page.origin);
    throw failure ?? siteNotOpen(page.origin);
  }

  /** The chat's tab. A chat about several sites is bound to the tab that shows its page by now. */
  async function currentTabOf(chat: Chat): Promise<number> {
    const bound = await tabOf(chat);
    const page = boundPage(chat);
    const isKnown = isVirtual(bound) || samePage(documents.get(bound)?.page.binding, page);
    if (isKnown || !isAboutSeveral(chat)) return bound;
    const tabId = await tabShowing(page, bound);
    if (tabId !== bound) await deps.bindings.bind(chat.id, tabId);
    return tabId;
  }

  /** The chat's document, verified to show the chat's page; one of a virtual tab if the page is used without a document. */
  async function connect(chat: Chat, signal?: AbortSignal): Promise<PageDocument> {
    signal?.throwIfAborted();
    const wanted = boundPage(chat);
    const tabId = await currentTabOf(chat);
    if (isVirtual(tabId)) {
      await deps.sites.admit(tabId, wanted.origin);
      return { tabId, documentId: null };
    }
    if (tabId === NO_TAB) throw pageGone('No tab is known for this chat.');
    const connected = documents.get(tabId);
    if (connected !== undefined) {
      if (!samePage(connected.page.binding, wanted)) throw pageGone('The tab shows another page.');
      // The content script stays in its document, so the current site settings are checked.
      await deps.sites.admit(tabId, wanted.origin);
      if (!deps.services.serves(wanted.adapterId)) return connected.document;
      // Identifies the document again: whether it manages the server that it was loaded from can change at any time. Meanwhile it stays
      // known, or a lock that ends could not be released.
    }
    const document = connected?.document ?? (await enter(tabId, signal));
    const page = await identify(document, deps.adapters, signal).catch((error: unknown) => {
      documents.delete(tabId);
      throw error;
    });
    if (page === null || !samePage(page.binding, wanted)) {
      documents.delete(tabId);
      throw pageGone('The tab shows another page.');
    }
    documents.set(tabId, { document, page });
    return document;
  }

  /** Reads are safe to repeat, so they retry once if the document is gone. */
  async function reading<Answer>(
    chat: Chat,
    ask: (document: PageDocument) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const document = await connect(chat, signal);
    try {
      return await ask(document);
    } catch (error) {
      if (!hasCode(error, 'page-gone')) throw error;
      documents.delete(document.tabId);
      return ask(await connect(chat, signal));
    }
  }

  /** Sends a request to the document, even if a service reports the page's state. Repeats it once if the document was replaced. */
  function askDocument<Type extends PageRequest['type']>(
    chat: Chat,
    request: Extract<PageRequest, { type: Type }>,
    limit: WaitLimit,
  ): Promise<PageAnswers[Type]> {
    return reading(chat, (document) => requestFromPage<Type>(document, request, limit), limit.signal);
  }

  return {
    ask,
    askDocument,
    connect,
    reading,
    tabOf,
    /** True if the chat's page needs a key, or its user to sign in. */
    needsKey: async (chat: Chat) => keyless.has(await tabOf(chat)),
    /** Sends a request about a page's state as {@link ask}. Repeats it once if the document was replaced. */
    askState: <Type extends StateRequestType>(
      chat: Chat,
      request: Extract<PageRequest, { type: Type }>,
      limit: WaitLimit,
    ) => reading(chat, (document) => ask<Type>(chat, document, request, limit), limit.signal),
    placeOf: async (chat: Chat, signal: AbortSignal) => placeIn(chat, await connect(chat, signal)),
    /** The tab that shows a page, the most recently used one; null if there is none, or Steward has no access. */
    tabOfPage: (page: PageBinding) => tabShowing(page, NO_TAB).catch(() => null),
    /** The way in which requests reach a site now. A tab with access by a click counts as open. */
    async reach(page: PageBinding): Promise<SiteReach> {
      const way = await deps.services.wayTo(page);
      try {
        if (way === null) await tabShowing(page, NO_TAB);
        else await deps.sites.admit(NO_TAB, page.origin);
        return way ?? 'open'; // It has only its tab.
      } catch (error) {
        const isRefused = hasCode(error, 'permission-missing') || hasCode(error, 'turned-off');
        return isRefused ? 'not-allowed' : 'not-open';
      }
    },
    /**
     * The page that a tab shows; null if no adapter recognizes it. Rejects with `permission-missing` or `turned-off` if
     * Steward has no access.
     */
    identify: pageIn,
  };
}
