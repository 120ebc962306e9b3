import { browser } from 'wxt/browser';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { withCheckpointLog } from '@/src/core/checkpoints/log-checkpoints';
import { createReversals } from '@/src/core/checkpoints/reversals';
import type { AIService } from '@/src/core/llm/ai-service';
import { createLoopLog } from '@/src/core/logging/log-loop-events';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import type { ConsentCheck } from '@/src/core/policy/user-consent';
import { createEventFanOut } from '@/src/core/ports/event-bus';
import { createSideRequests, type SideRequests } from '@/src/core/side-requests/create-side-requests';
import { createSiteRuns, type SiteRuns } from '@/src/core/targets/site-runs';
import type { Front } from './compose-front';
import type { Pages } from './compose-pages';
import { createWatches } from './daily/watches';
import { createAIServices } from './endpoint/ai-services';
import { TEST_STEP_TIMEOUT_MS } from './endpoint/connection-checks';
import { createConnectionTest } from './endpoint/connection-test';
import { createModelChecks } from './model-check/model-checks';
import { stayAwake } from './page/keep-alive';
import { createPageReleases } from './page/page-releases';
import { createPageToolExecutor } from './page/page-tool-executor';
import { createChatCopies } from './panel-server/chat-copies';
import { notifyChatsDone } from './panel-server/notify-panels';
import { createOpenChat } from './panel-server/open-chat';
import { createOwnChanges } from './panel-server/own-changes';
import { createPageRebinding } from './panel-server/page-rebinding';
import { createProblemReports } from './panel-server/problem-reports';
import { createSiteChats, type SiteChats } from './panel-server/site-chats';
import { createCheckpointStore } from './storage/checkpoint-store';
import { createDecisionSeals } from './storage/decision-seals';
import { keepData } from './storage/keep-data';
import { createOwnData } from './storage/own-data';
import { createSettingsTransfer } from './storage/settings-transfer';
import { createContextWarnings } from './usage/context-warnings';
import { userWording } from './user-wording';

/** Composes the late part for runs and their requests, and for everything else that changes pages and chats. */
export function composeWork(front: Front, pages: Pages, consents: ConsentCheck) {
  const { ai, unthrottled, wireOf } = createAIServices(front);
  const basis = composeRunBasis(front, pages, ai, consents);
  const sideRequests = createSideRequests({ ...basis, onSummary: front.summaries.emit });
  const open = createOpenChat(basis);
  const siteChats = createSiteChats({ ...basis, page: basis.link, open });
  const { loop, siteRuns } = composeLoop(basis, sideRequests, siteChats);
  const { version } = browser.runtime.getManifest();
  const modelChecks = createModelChecks({ ...basis, version });
  const ownChanges = createOwnChanges(basis);
  return {
    ai,
    modelChecks,
    copies: createChatCopies({ ...basis, open, siteChats, wording: userWording }),
    isBusy: () => loop.isBusy() || siteRuns.isBusy() || sideRequests.isBusy() || modelChecks.isBusy(),
    loop,
    open,
    ownChanges,
    ownData: createOwnData({
      ...basis,
      loop,
      sideRequests,
      modelChecks,
      log: front.logger,
      onChats: notifyChatsDone,
    }),
    rebinding: createPageRebinding({ ...basis, loop }),
    reports: createProblemReports(front),
    reversals: createReversals(basis),
    sideRequests,
    siteChats,
    siteRuns,
    // Not throttled: the user waits for the result, and each request has a time limit.
    testConnection: createConnectionTest({
      ai: unthrottled,
      wireOf,
      stepTimeoutMs: TEST_STEP_TIMEOUT_MS,
      stayAwake,
    }),
    transfer: createSettingsTransfer(basis),
    watches: createWatches({ ...basis, page: basis.link, ownChanges }),
  };
}

export type Work = ReturnType<typeof composeWork>;

/** The front and the pages, with the gate, the checkpoints and the endpoints: all that runs, side requests and reversals use. */
function composeRunBasis(front: Front, pages: Pages, ai: AIService, consents: ConsentCheck) {
  const checkpointStore = createCheckpointStore(front.db);
  const manager = createCheckpointManager({ ...front, store: checkpointStore });
  return {
    ...front,
    ...pages,
    ai,
    checkpoints: withCheckpointLog(manager, front.logger),
    checkpointStore,
    endpoints: front.connections,
    gate: createApprovalGate({ ...front, ...pages, consents, seals: createDecisionSeals(front.db) }),
    random: () => Math.random(),
  };
}

/** The loop with the receivers of its events, in their order. */
function composeLoop(
  basis: ReturnType<typeof composeRunBasis>,
  sideRequests: SideRequests,
  siteChats: SiteChats,
): { loop: AgentLoop; siteRuns: SiteRuns } {
  const { logger } = basis;
  const delegatedTokens = createDelegatedTokens();
  const pageTools = createPageToolExecutor({
    ...basis,
    tokens: delegatedTokens,
    page: basis.link,
    provide: (executionId, ended) => loop.provideToolResult(executionId, ended.result, ended),
  });
  const siteRuns = createSiteRuns({
    ...basis,
    loop: {
      carryOut: (chatId, calls) => loop.carryOut(chatId, calls),
      decideApproval: (approvalId, answer, consent) => loop.decideApproval(approvalId, answer, consent),
      provideToolResult: (executionId, result) => loop.provideToolResult(executionId, result),
      stopGracefully: (chatId) => loop.stopGracefully(chatId),
    },
    follow: siteChats.follow,
  });
  const loop: AgentLoop = createAgentLoop({
    ...basis,
    pageLock: basis.pageLocks,
    delegatedTokens,
    resultsOnSites: (chatId) => siteRuns.soFar(chatId),
    events: createEventFanOut([
      basis.live,
      createLoopLog(logger),
      keepData(logger),
      createContextWarnings({ ...basis, modelInfo: basis.connections.modelInfo }),
      basis.pageLocks,
      basis.attention,
      basis.unread,
      createPageReleases({ wake: (chatId) => loop.wakeWaiting(chatId), logger }),
      sideRequests,
      pageTools,
      siteRuns,
    ]),
  });
  return { loop, siteRuns };
}
