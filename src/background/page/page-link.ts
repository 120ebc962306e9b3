import { browser } from 'wxt/browser';
import { DEFAULT_APPLY_TIMEOUT_MS } from '@/src/core/adapter/adapter-definition';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { hasCode, isStewardError, type StewardError } from '@/src/core/errors';
import { pageInTab } from '@/src/core/page-history/page-in-tab';
import type { TokenChecker } from '@/src/core/policy/write-tokens';
import type { Clock } from '@/src/core/ports/clock';
import type { ExecutionRequest, PagePort, PageReading } from '@/src/core/ports/page-port';
import { samePage } from '@/src/core/records/chat';
import { type ExecutionOutcome, isAfter, type PageLook } from '@/src/core/records/execution-outcome';
import { boundPage } from '@/src/core/records/record-access';
import {
  type ExpectedPage,
  type PagePlace,
  stateEffect,
  stepEffect,
  type WriteToken,
} from '@/src/core/records/write-token';
import { pageGone } from '@/src/core/shared-errors';
import { spellOut } from '@/src/core/text/foreign-text';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { PageStatus } from '@/src/messages/page-status';
import type { StateRequestType } from '@/src/page-host/half-host';
import type { Chat } from '@/src/schema/chat';
import type { PageBinding } from '@/src/schema/page-binding';
import { SITE_COLORS } from '@/src/schema/values/site-colors';
import { notAllowed } from '../sites/access-errors';
import type { Sites } from '../sites/sites';
import { addressOf } from './address-of-tab';
import type { ChangeReports } from './change-reports';
import { badAnswer, badContext } from './page-errors';
import { identityIn } from './page-identity';
import { limitOf, STOP_GRACE_MS, TOOL_ANSWER_MARGIN_MS, type WaitLimit } from './page-limits';
import { injectInto, type PageDocument, requestFromPage } from './page-messenger';
import type { PageServices } from './page-services';
import { connectedStatus, failedStatus } from './page-status';
import { createShownNames, type ShownNames } from './shown-names';
import type { TabBindings } from './tab-bindings';
import type { IdentifiedPage, TabMemory } from './tab-memory';
import type { WithKnownIssue } from './with-known-issue';

/** The only part of the background that sends requests to pages. */
export interface PageLink extends Omit<PagePort, 'execute'>, ShownNames {
  /** As {@link PagePort} `execute`, for one step of a call. */
  execute(
    chat: Chat,
    request: Omit<ExecutionRequest, 'reading'>,
    signal: AbortSignal,
  ): Promise<ExecutionOutcome>;
  /**
   * The page that a tab shows; null if no adapter recognizes it. Rejects with `permission-missing` or `turned-off` if
   * Steward has no access.
   */
  identify(tabId: number): Promise<PageBinding | null>;
  /**
   * The status of the chat's page, and its state if it could be read. Never rejects because of the page. `outdated`: the
   * newest reading that may not show a change. A newer reading of its document is reused, so that one change isn't read
   * twice; with null the page is read.
   */
  look(chat: Chat, outdated: PageLook | null): Promise<{ status: PageStatus; reading: PageReading | null }>;
  /** The text that the user has selected on the chat's page; empty if there is none. */
  readSelection(chat: Chat): Promise<string>;
  /** Status of a page that could not be read, derived from the error. */
  statusOf(error: StewardError, page: PageBinding): Promise<PageStatus>;
  /**
   * Locks the chat's page, or renews its lease. Rejects if the page is unreachable or Steward has no access.
   */
  lock(chat: Chat, lease: Omit<Extract<PageRequest, { type: 'lock' }>, 'type' | 'siteMark'>): Promise<void>;
  /**
   * Ends a lease, if the chat's document is known and still exists. Never rejects, since a lease expires by
   * itself.
   */
  unlock(chat: Chat, leaseId: string): Promise<void>;
}

/** The signal of requests that only their time limit ends. */
const UNENDED = new AbortController().signal;

export function createPageLink(deps: {
  bindings: TabBindings;
  tabs: TabMemory;
  adapters: AdapterPort;
  clock: Clock;
  withKnownIssue: WithKnownIssue;
  /** Answers for the pages whose state half runs in the background. */
  services: PageServices;
  sites: Pick<Sites, 'admit' | 'isLasting' | 'markOf' | 'offScope'>;
  tokens: TokenChecker;
  reports: ChangeReports;
  /** Called for an unauthorized change. Must not throw. */
  onRefused(chat: Chat, change: { executionId: string; effectHash: string }, error: StewardError): void;
}): PageLink {
  const { documents } = deps.tabs;

  async function identifyDocument(
    document: PageDocument,
    signal: AbortSignal,
  ): Promise<IdentifiedPage | null> {
    const found = await identityIn(document, deps.adapters, signal);
    if (found === null) return null;
    const { url } = await browser.tabs.get(document.tabId);
    if (url === undefined) throw notAllowed('The browser hides the tab’s address.');
    const { adapterId, identity } = found;
    const { instanceId, title } = identity;
    return { binding: { adapterId, origin: new URL(url).origin, instanceId, title }, identity };
  }

  /** The only access to a document; checks the user's site settings first. */
  async function enter(tabId: number, signal: AbortSignal): Promise<PageDocument> {
    const url = await addressOf(tabId);
    await deps.sites.admit(tabId, url);
    return injectInto(tabId, url, signal);
  }

  /**
   * Sends a request about a page's state to where its adapter's state half runs. `document` is verified to show the page of
   * `chat`, so the key of another origin is never used for it.
   */
  function ask<Type extends StateRequestType>(
    chat: Chat,
    document: PageDocument,
    request: Extract<PageRequest, { type: Type }>,
    limit: WaitLimit,
  ): Promise<PageAnswers[Type]> {
    const { adapterId, origin } = boundPage(chat);
    return deps.services.serves(adapterId)
      ? deps.services.request<Type>({ adapterId, origin }, request, limit)
      : requestFromPage<Type>(document, request, limit);
  }

  /** The chat's document, verified to show the chat's page. */
  async function connect(chat: Chat, signal: AbortSignal): Promise<PageDocument> {
    signal.throwIfAborted();
    const wanted = boundPage(chat);
    const tabId = await deps.bindings.tabOf(chat.id);
    if (tabId === null) throw pageGone('No tab is known for this chat.');
    const known = documents.get(tabId);
    if (known !== undefined) {
      if (!samePage(known.page.binding, wanted)) throw pageGone('The tab shows another page.');
      // The content script stays in its document, so the current site settings are checked.
      await deps.sites.admit(tabId, wanted.origin);
      if (!deps.services.serves(wanted.adapterId)) return known.document;
      // Only the document knows whether it manages the server that it was loaded from, and that can change at any time.
      documents.delete(tabId);
    }
    const document = known?.document ?? (await enter(tabId, signal));
    const page = await identifyDocument(document, signal);
    if (page === null || !samePage(page.binding, wanted)) throw pageGone('The tab shows another page.');
    documents.set(tabId, { document, page });
    return document;
  }

  /** Reads are safe to repeat, so they retry once if the document is gone. */
  async function reading<Answer>(
    chat: Chat,
    ask: (document: PageDocument) => Promise<Answer>,
    signal: AbortSignal,
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

  /**
   * Sends a request to the document, even if a service reports the page's state. Repeats it once if the document was
   * replaced.
   */
  function askDocument<Type extends PageRequest['type']>(
    chat: Chat,
    request: Extract<PageRequest, { type: Type }>,
    limit: WaitLimit,
  ): Promise<PageAnswers[Type]> {
    return reading(chat, (document) => requestFromPage<Type>(document, request, limit), limit.signal);
  }

  /**
   * Verifies and consumes the token of a change; throws unless it was issued for exactly this change and
   * place. Returns the page that the token is valid for.
   */
  function consumeToken(
    chat: Chat,
    document: PageDocument,
    token: WriteToken,
    change: { executionId: string; effectHash: string },
  ): ExpectedPage {
    const place = placeIn(chat, document);
    try {
      return deps.tokens.consume(token, { ...change, chatId: chat.id, place });
    } catch (error) {
      if (isStewardError(error)) deps.onRefused(chat, change, error);
      throw error;
    }
  }

  async function readPage(chat: Chat, signal: AbortSignal): Promise<{ reading: PageReading; tabId: number }> {
    const { adapterId } = boundPage(chat);
    const definition = deps.adapters.definitionOf(adapterId);
    const answer = await reading(
      chat,
      async (document) => {
        const askedAtMs = deps.clock.now();
        const request = { type: 'get-context' as const, adapterId };
        const found = await ask(chat, document, request, limitOf('get-context', signal));
        return { ...found, askedAtMs, tabId: document.tabId };
      },
      signal,
    );
    const parsed = definition.contextSchema.safeParse(answer.context);
    if (!parsed.success) throw badContext(parsed.error);
    const { stateHash } = pageHashesOf(definition, parsed.data);
    // The context shown to the model and the state that a write is checked against must be the same.
    if (answer.stateHash !== stateHash) throw badAnswer('The hash is not that of the context’s state.');
    const { document, order, askedAtMs } = answer;
    const source = { page: pageInTab(boundPage(chat), answer.tabId), document, order, askedAtMs };
    const read = { context: parsed.data, stateHash, source };
    deps.tabs.keep(answer.tabId, read);
    return { reading: read, tabId: answer.tabId };
  }

  /** The last reading of the chat's page; null if the tab has none. */
  function lastIn(tabId: number, chat: Chat): PageReading | null {
    const last = deps.tabs.lastOf(tabId);
    return last?.source.page === pageInTab(boundPage(chat), tabId) ? last : null;
  }

  /** The last reading if it is newer than `outdated`; otherwise reads the page. */
  async function readAfter(outdated: PageLook, chat: Chat, signal: AbortSignal): ReturnType<typeof readPage> {
    const { tabId } = await connect(chat, signal);
    const last = lastIn(tabId, chat);
    return last !== null && isAfter(last.source, outdated)
      ? { reading: last, tabId }
      : readPage(chat, signal);
  }

  /**
   * Sends a change with its token, once: if the document is gone, the outcome is unknown. A blocked page gets it later, so it is
   * withdrawn at a stop, and when its answer is no longer awaited. The page then makes it only if it has already started.
   */
  async function sendChange<Type extends 'execute' | 'apply-state'>(
    chat: Chat,
    change: { executionId: string; effectHash: string; timeoutMs: number; token: WriteToken },
    requestWith: (sent: {
      adapterId: string;
      expected: ExpectedPage;
      sentAtMs: number;
    }) => Extract<PageRequest, { type: Type }>,
    signal: AbortSignal,
  ): Promise<PageAnswers[Type]> {
    const { executionId, effectHash, timeoutMs, token } = change;
    const document = await connect(chat, signal);
    const expected = consumeToken(chat, document, token, { executionId, effectHash });
    const { adapterId } = boundPage(chat);
    const graceMs = deps.adapters.definitionOf(adapterId).stopTimeoutMs ?? STOP_GRACE_MS; // Most leave it out.
    const limit = { limitMs: timeoutMs + TOOL_ANSWER_MARGIN_MS, signal, graceMs };
    const withdraw = () =>
      void ask(chat, document, { type: 'withdraw', executionId }, limitOf('withdraw', UNENDED)).catch(
        (reason: unknown) => console.info(`execution ${executionId} could not be withdrawn`, reason),
      );
    signal.addEventListener('abort', withdraw);
    try {
      const request = requestWith({ adapterId, expected, sentAtMs: deps.clock.now() });
      return await ask<Type>(chat, document, request, limit);
    } catch (error) {
      if (hasCode(error, 'timeout')) withdraw();
      throw error;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  const statusOf = async (error: StewardError, page: PageBinding) =>
    failedStatus(error, page, deps.services.keyNameOf(page.adapterId));

  return {
    readContext: async (chat, signal) => (await readPage(chat, signal)).reading,

    async placeOf(chat, signal) {
      return placeIn(chat, await connect(chat, signal));
    },

    async query(chat, { executionId, tool, args, timeoutMs }, signal) {
      const { adapterId } = boundPage(chat);
      const limit = { limitMs: timeoutMs + TOOL_ANSWER_MARGIN_MS, signal, graceMs: 0 };
      const request = { type: 'query', adapterId, executionId, tool, args, timeoutMs } as const;
      return reading(chat, (document) => ask(chat, document, request, limit), signal);
    },

    async execute(chat, { executionId, tool, args, timeoutMs, token, report }, signal) {
      const change = { executionId, effectHash: stepEffect(tool, args), timeoutMs, token };
      const call = { type: 'execute' as const, executionId, tool, args, timeoutMs };
      return deps.reports.during(executionId, report, () =>
        sendChange<'execute'>(chat, change, (sent) => ({ ...call, ...sent }), signal),
      );
    },

    async applyState(chat, { executionId, state, token }, signal) {
      const { adapterId } = boundPage(chat);
      // The default of a field that adapters may leave out.
      const timeoutMs = deps.adapters.definitionOf(adapterId).applyTimeoutMs ?? DEFAULT_APPLY_TIMEOUT_MS;
      const change = { executionId, effectHash: stateEffect(state), timeoutMs, token };
      const call = { type: 'apply-state' as const, executionId, state, timeoutMs };
      return sendChange<'apply-state'>(chat, change, (sent) => ({ ...call, ...sent }), signal);
    },

    async recall(chat, executionId, signal) {
      return reading(
        chat,
        (document) => ask(chat, document, { type: 'recall', executionId }, limitOf('recall', signal)),
        signal,
      );
    },

    async identify(tabId) {
      const page = await identifyDocument(await enter(tabId, UNENDED), UNENDED);
      return page === null ? null : page.binding;
    },

    readSelection: (chat) => askDocument(chat, { type: 'get-selection' }, limitOf('get-selection', UNENDED)),

    ...createShownNames({
      adapters: deps.adapters,
      lastReading: async (chat) => lastIn((await deps.bindings.tabOf(chat.id)) ?? NO_TAB, chat),
      readPage: async (chat) => (await readPage(chat, UNENDED)).reading,
      request: (chat, request) => askDocument(chat, request, limitOf('show', UNENDED)),
    }),

    statusOf,

    async look(chat, outdated) {
      if (chat.binding === null) return { status: { state: 'unbound' }, reading: null };
      const { adapterId, origin } = chat.binding;
      const scope = await deps.sites.offScope(origin);
      if (scope !== null) return { status: { state: 'off', scope, url: origin }, reading: null };
      const known = (status: PageStatus, tabId: number) =>
        deps.withKnownIssue(status, adapterId, documents.get(tabId)?.page.identity.siteVersion);
      try {
        const { reading, tabId } = await (outdated === null
          ? readPage(chat, UNENDED)
          : readAfter(outdated, chat, UNENDED));
        // Reading the page has identified its document.
        const { canShow, siteVersion } = { ...documents.get(tabId)?.page.identity };
        const isLasting = await deps.sites.isLasting(origin);
        const place = { tabId, origin, isLasting, canShow: canShow === true, siteVersion };
        const adapter = deps.adapters.definitionOf(adapterId);
        const status = connectedStatus(adapter, reading.context, chat.settings, place);
        return { status: known(status, tabId), reading };
      } catch (error) {
        if (!isStewardError(error)) throw error;
        const tabId = (await deps.bindings.tabOf(chat.id)) ?? NO_TAB;
        return { status: known(await statusOf(error, chat.binding), tabId), reading: null };
      }
    },

    async lock(chat, lease) {
      const mark = await deps.sites.markOf(boundPage(chat).origin);
      const siteMark = mark && { name: spellOut(mark.name), color: SITE_COLORS[mark.color] };
      const request = { type: 'lock', ...lease, siteMark } as const;
      await askDocument(chat, request, limitOf('lock', UNENDED));
    },

    async unlock(chat, leaseId) {
      const known = documents.get((await deps.bindings.tabOf(chat.id)) ?? NO_TAB);
      if (known === undefined || !samePage(known.page.binding, boundPage(chat))) return;
      // Unlocks without a permission check: pages that Steward lost access to must be released too.
      await requestFromPage(known.document, { type: 'unlock', leaseId }, limitOf('unlock', UNENDED)).catch(
        (error: unknown) => console.info('a page was gone before it was unlocked', error),
      );
    },

    isNewest: deps.tabs.isNewest,
  };
}

function placeIn(chat: Chat, { tabId }: PageDocument): PagePlace {
  return { origin: boundPage(chat).origin, tabId };
}

/** An id that no tab has. */
const NO_TAB = -1;
