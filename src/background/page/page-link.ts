import { DEFAULT_APPLY_TIMEOUT_MS } from '@/src/core/adapter/adapter-definition';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { hasCode, isStewardError, type StewardError } from '@/src/core/errors';
import type { TokenChecker } from '@/src/core/policy/write-tokens';
import type { Clock } from '@/src/core/ports/clock';
import type { ExecutionRequest, QueryRequest, StateRequest } from '@/src/core/ports/page-port';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { samePage } from '@/src/core/records/chat';
import { boundPage } from '@/src/core/records/record-access';
import { type ExpectedPage, stateEffect, stepEffect, type WriteToken } from '@/src/core/records/write-token';
import { spellOut } from '@/src/core/text/foreign-text';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Chat } from '@/src/schema/chat';
import { SITE_COLORS } from '@/src/schema/values/site-colors';
import type { Sites } from '../sites/sites';
import type { ChangeReports } from './change-reports';
import { markOutdated } from './outdated-pages';
import {
  createPageConnections,
  type PageConnectionDeps,
  type PageConnections,
  placeIn,
} from './page-connections';
import { limitOf, STOP_GRACE_MS, TOOL_ANSWER_MARGIN_MS } from './page-limits';
import { injectAdapter, type PageDocument, requestFromPage } from './page-messenger';
import { createPageReadings, type PageReadingDeps } from './page-readings';
import { createShownNames } from './shown-names';
import type { TabMemory } from './tab-memory';
import { isVirtual } from './virtual-tab';

/** The only part of the background that sends requests to pages. Has the methods of the core's `PagePort`. */
export type PageLink = ReturnType<typeof createPageLink>;

export function createPageLink(
  deps: PageConnectionDeps &
    PageReadingDeps &
    PageWriteDeps & { tabs: TabMemory; sites: Pick<Sites, 'markOf'> },
) {
  const connections = createPageConnections(deps);
  const readings = createPageReadings(deps, connections);
  const { askDocument, askState, identify, placeOf, reach, tabOf, tabOfPage } = connections;

  return {
    ...readings,
    ...createPageWrites(deps, connections),

    ...createShownNames({
      adapters: deps.adapters,
      lastReading: readings.lastShown,
      readPage: readings.readContext,
      request: (chat, request) => askDocument(chat, request, limitOf('show')),
    }),

    identify,
    placeOf,
    reach,
    tabOfPage,
    isNewest: deps.tabs.isNewest,

    async query(chat: Chat, { executionId, tool, args, timeoutMs }: QueryRequest, signal: AbortSignal) {
      const { adapterId } = boundPage(chat);
      const limit = { limitMs: timeoutMs + TOOL_ANSWER_MARGIN_MS, signal, graceMs: 0 };
      return askState(chat, { type: 'query', adapterId, executionId, tool, args, timeoutMs }, limit);
    },

    recall: (chat: Chat, executionId: string, signal: AbortSignal) =>
      askState(chat, { type: 'recall', executionId }, limitOf('recall', signal)),

    /** The text that the user has selected on the chat's page; empty if there is none. */
    async readSelection(chat: Chat): Promise<string> {
      const limit = limitOf('get-selection');
      const read = () => askDocument(chat, { type: 'get-selection' }, limit);
      const text = await read();
      if (text !== null) return text;
      const reader = deps.adapters.definitionOf('any-page');
      await connections.reading(
        chat,
        (document) => injectAdapter(document, reader, limit.signal),
        limit.signal,
      );
      return (await read()) ?? '';
    },

    /**
     * Locks the chat's page, or renews its lease. Does nothing for a page without a document. Unlocks a page to which its user may have to
     * sign in first. Rejects if the page is unreachable or Steward has no access.
     */
    async lock(
      chat: Chat,
      lease: Omit<Extract<PageRequest, { type: 'lock' }>, 'type' | 'siteMark'>,
    ): Promise<void> {
      const { leaseId } = lease;
      if (isVirtual(await tabOf(chat))) return;
      if (await connections.needsKey(chat)) {
        await askDocument(chat, { type: 'unlock', leaseId }, limitOf('unlock'));
        return;
      }
      const mark = await deps.sites.markOf(boundPage(chat).origin);
      const siteMark = mark && { name: spellOut(mark.name), color: SITE_COLORS[mark.color] };
      const request = { type: 'lock', ...lease, siteMark } as const;
      await askDocument(chat, request, limitOf('lock'));
    },

    /**
     * Ends a lease, if the chat's document is known and still exists. Never rejects, since a lease expires by
     * itself.
     */
    async unlock(chat: Chat, leaseId: string): Promise<void> {
      const known = deps.tabs.documents.get(await tabOf(chat));
      if (known === undefined || !samePage(known.page.binding, boundPage(chat))) return;
      // Unlocks without a permission check: pages that Steward lost access to must be released too.
      await requestFromPage(known.document, { type: 'unlock', leaseId }, limitOf('unlock')).catch(
        (error: unknown) => console.info('a page was gone before it was unlocked', error),
      );
    },
  };
}

/** The facts of a change that its token was issued for. */
interface ChangeFacts {
  executionId: string;
  effectHash: string;
}

interface PageWriteDeps {
  adapters: AdapterPort;
  clock: Clock;
  tokens: TokenChecker;
  reports: ChangeReports;
  /** Called for an unauthorized change. Must not throw. */
  onRefused(chat: Chat, change: ChangeFacts, error: StewardError): void;
  /** Receives the progress of a change that restores a state of the chat's page. Must not throw. */
  onReversal(chatId: string, progress: ChangeProgress): void;
}

/** Sends changes to the chats' pages, each with its token and once. */
function createPageWrites(deps: PageWriteDeps, connections: PageConnections) {
  /**
   * Verifies and consumes the token of a change; throws unless it was issued for exactly this change and
   * place. Returns the page that the token is valid for.
   */
  function consumeToken(
    chat: Chat,
    document: PageDocument,
    token: WriteToken,
    change: ChangeFacts,
  ): ExpectedPage {
    const place = placeIn(chat, document);
    try {
      return deps.tokens.consume(token, { ...change, chatId: chat.id, place });
    } catch (error) {
      if (isStewardError(error)) deps.onRefused(chat, change, error);
      throw error;
    }
  }

  /**
   * Sends a change with its token, once: if the document is gone, the outcome is unknown. A page whose scripts are blocked
   * receives the change later. So the change is withdrawn at a stop and after its time limit; the page then completes it only if
   * it has already started it.
   */
  async function sendChange<Type extends 'execute' | 'apply-state'>(
    chat: Chat,
    change: ChangeFacts & { timeoutMs: number; token: WriteToken },
    requestWith: (sent: {
      adapterId: string;
      expected: ExpectedPage;
      sentAtMs: number;
    }) => Extract<PageRequest, { type: Type }>,
    signal: AbortSignal,
  ): Promise<PageAnswers[Type]> {
    const { executionId, effectHash, timeoutMs, token } = change;
    const document = await connections.connect(chat, signal);
    const expected = consumeToken(chat, document, token, { executionId, effectHash });
    const { adapterId } = boundPage(chat);
    // Most adapters leave it out.
    const graceMs = deps.adapters.definitionOf(adapterId).stopTimeoutMs ?? STOP_GRACE_MS;
    const limit = { limitMs: timeoutMs + TOOL_ANSWER_MARGIN_MS, signal, graceMs };
    const withdraw = () =>
      void connections
        .ask(chat, document, { type: 'withdraw', executionId }, limitOf('withdraw'))
        .catch((reason: unknown) => console.info(`execution ${executionId} could not be withdrawn`, reason));
    signal.addEventListener('abort', withdraw);
    try {
      const request = requestWith({ adapterId, expected, sentAtMs: deps.clock.now() });
      const answer = await connections.ask<Type>(chat, document, request, limit);
      if (deps.adapters.definitionOf(adapterId).isOutdatedByChanges && !isVirtual(document.tabId)) {
        await markOutdated(document.tabId, expected.stateHash, answer);
      }
      return answer;
    } catch (error) {
      if (hasCode(error, 'timeout')) withdraw();
      throw error;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  return {
    /** As the core's `PagePort` describes it, for one step of a call. */
    async execute(
      chat: Chat,
      { executionId, tool, args, timeoutMs, token, report }: Omit<ExecutionRequest, 'reading'>,
      signal: AbortSignal,
    ) {
      const change = { executionId, effectHash: stepEffect(tool, args), timeoutMs, token };
      const call = { type: 'execute' as const, executionId, tool, args, timeoutMs };
      return deps.reports.during(executionId, report, () =>
        sendChange<'execute'>(chat, change, (sent) => ({ ...call, ...sent }), signal),
      );
    },

    async applyState(chat: Chat, { executionId, state, token }: StateRequest, signal: AbortSignal) {
      const { adapterId } = boundPage(chat);
      // The default of a field that adapters may leave out.
      const timeoutMs = deps.adapters.definitionOf(adapterId).applyTimeoutMs ?? DEFAULT_APPLY_TIMEOUT_MS;
      const change = { executionId, effectHash: stateEffect(state), timeoutMs, token };
      const call = { type: 'apply-state' as const, executionId, state, timeoutMs };
      const report = (progress: ChangeProgress) => deps.onReversal(chat.id, progress);
      return deps.reports.during(executionId, report, () =>
        sendChange<'apply-state'>(chat, change, (sent) => ({ ...call, ...sent }), signal),
      );
    },
  };
}
