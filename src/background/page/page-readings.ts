import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { isStewardError, type StewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { pageInTab } from '@/src/core/page-history/page-in-tab';
import type { Clock } from '@/src/core/ports/clock';
import type { PageReading } from '@/src/core/ports/page-port';
import { isAfter, type PageLook } from '@/src/core/records/execution-outcome';
import { boundPage } from '@/src/core/records/record-access';
import type { PageStatus } from '@/src/messages/page-status';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Sites } from '../sites/sites';
import type { PageConnections } from './page-connections';
import { badAnswer, badContext } from './page-errors';
import { limitOf } from './page-limits';
import type { PageServices } from './page-services';
import { connectedStatus, failedStatus } from './page-status';
import type { TabMemory } from './tab-memory';
import { isVirtual } from './virtual-tab';
import type { WithKnownIssue } from './with-known-issue';

export interface PageReadingDeps {
  adapters: AdapterPort;
  clock: Clock;
  services: Pick<PageServices, 'keyNameOf'>;
  sites: Pick<Sites, 'isLasting' | 'offScope'>;
  tabs: Pick<TabMemory, 'documents' | 'keep' | 'lastOf'>;
  withKnownIssue: WithKnownIssue;
}

/** Reads the chats' pages, and derives their status from what was read. */
export function createPageReadings(deps: PageReadingDeps, connections: PageConnections) {
  async function readPage(
    chat: Chat,
    signal?: AbortSignal,
  ): Promise<{ reading: PageReading; tabId: number }> {
    const { adapterId } = boundPage(chat);
    const definition = deps.adapters.definitionOf(adapterId);
    const answer = await connections.reading(
      chat,
      async (document) => {
        const askedAtMs = deps.clock.now();
        const request = { type: 'get-context' as const, adapterId };
        const found = await connections.ask(chat, document, request, limitOf('get-context', signal));
        return { ...found, askedAtMs, tabId: document.tabId };
      },
      signal,
    );
    const parsed = definition.contextSchema.safeParse(answer.context);
    if (!parsed.success) throw badContext(parsed.error);
    const last = lastIn(answer.tabId, chat);
    // What was computed on an equal context is not computed again.
    const isAsBefore = last !== null && isSameJson(last.context, parsed.data);
    const context = isAsBefore ? last.context : parsed.data;
    const stateHash = isAsBefore ? last.stateHash : pageHashesOf(definition, context).stateHash;
    // The context shown to the model and the state that a write is checked against must be the same.
    if (answer.stateHash !== stateHash) throw badAnswer('The hash is not that of the context’s state.');
    const { document, order, askedAtMs, tabId } = answer;
    const source = { page: pageInTab(boundPage(chat), tabId), document, order, askedAtMs };
    const reading = { context, stateHash, source };
    deps.tabs.keep(tabId, reading);
    return { reading, tabId };
  }

  /** The last reading of the chat's page; null if the tab has none. */
  function lastIn(tabId: number, chat: Chat): PageReading | null {
    const last = deps.tabs.lastOf(tabId);
    return last?.source.page === pageInTab(boundPage(chat), tabId) ? last : null;
  }

  /** Returns the last reading if it is newer than `outdated`. Otherwise, and if `outdated` is null, reads the page. */
  async function readAfter(outdated: PageLook | null, chat: Chat): ReturnType<typeof readPage> {
    if (outdated === null) return readPage(chat);
    const { tabId } = await connections.connect(chat);
    const last = lastIn(tabId, chat);
    return last !== null && isAfter(last.source, outdated) ? { reading: last, tabId } : readPage(chat);
  }

  /** Status of a page that could not be read, derived from the error. */
  const statusOf = async (error: StewardError, page: PageBinding) =>
    failedStatus(error, page, deps.services.keyNameOf(page.adapterId));

  return {
    statusOf,
    readContext: async (chat: Chat, signal?: AbortSignal) => (await readPage(chat, signal)).reading,
    /** The last reading of the chat's page; null if it wasn't read, or if no document shows it. */
    async lastShown(chat: Chat): Promise<PageReading | null> {
      const tabId = await connections.tabOf(chat);
      return isVirtual(tabId) ? null : lastIn(tabId, chat);
    },

    /**
     * The status of the chat's page, and its state if it could be read. Never rejects because of the page. `outdated`: the
     * newest reading that may not show a change. A newer reading of its document is reused, so that one change isn't read
     * twice; with null the page is read.
     */
    async look(
      chat: Chat,
      outdated: PageLook | null,
    ): Promise<{ status: PageStatus; reading: PageReading | null }> {
      if (chat.binding === null) return { status: { state: 'unbound' }, reading: null };
      const { adapterId, origin } = chat.binding;
      const scope = await deps.sites.offScope(origin);
      if (scope !== null) return { status: { state: 'off', scope, url: origin }, reading: null };
      const withIssue = (status: PageStatus, tabId: number) =>
        deps.withKnownIssue(status, adapterId, deps.tabs.documents.get(tabId)?.page.identity.siteVersion);
      try {
        const { reading, tabId } = await readAfter(outdated, chat);
        // Reading the page has identified its document.
        const { canShow, siteVersion } = { ...deps.tabs.documents.get(tabId)?.page.identity };
        const isLasting = await deps.sites.isLasting(origin);
        const place = { tabId, origin, isLasting, canShow: canShow === true, siteVersion };
        const adapter = deps.adapters.definitionOf(adapterId);
        const status = await connectedStatus(adapter, reading.context, chat.settings, place);
        return { status: withIssue(status, tabId), reading };
      } catch (error) {
        if (!isStewardError(error)) throw error;
        const tabId = await connections.tabOf(chat);
        return { status: withIssue(await statusOf(error, chat.binding), tabId), reading: null };
      }
    },
  };
}
