import type { ApprovalAnswer } from '@/src/schema/approval';
import type { Chat, Target } from '@/src/schema/chat';
import type { AssistantMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { toolsFor } from '../adapter/adapter-of-chat';
import { hasCode, toErrorInfo } from '../errors';
import { nextStep, openCalls } from '../history/next-step';
import type { Logger } from '../logging/log-entry';
import { logFailure } from '../logging/log-failure';
import type { AgentLoop } from '../loop/agent-loop';
import type { UserConsent } from '../policy/user-consent';
import type { EventBus } from '../ports/event-bus';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { failure } from '../records/tool-result';
import { hasEnded } from '../records/transition';
import { createSerializer } from '../serialize';
import { english } from '../text/english';
import { cancelled } from '../tools/call-results';
import { comparedSites, compareSitesTool } from '../tools/compare-sites';
import { compareSites } from './compare-sites';
import { errorOnSite } from './error-on-site';
import { CHECK_BOUND_MS, checkSites, type SiteCheckDeps } from './site-checks';
import {
  approvalOf,
  asPart,
  callsFor,
  callsOnSites,
  hasFailed,
  isOver,
  isPageLost,
  joinedResult,
  resultsOf,
  type SitePart,
  type SitesCall,
  unknownSites,
} from './site-parts';

/** The user's decision about one site of a response. */
export interface SiteAnswer extends ApprovalAnswer {
  approvalId: string;
}

/**
 * Carries out the calls of chats about several sites: gives each site's chat its calls, one site after the other, and joins the
 * results. It keeps no state that a restart of the worker would lose: each step reads the records.
 */
export interface SiteRuns extends Pick<EventBus, 'emit'> {
  /** True while a step runs. */
  isBusy(): boolean;
  /** The results so far of the chat's open calls on sites, by execution id: of a run that is about to be stopped. */
  soFar(chatId: string): Promise<ReadonlyMap<string, ToolResult>>;
  /**
   * Decides the approval requests of the sites in this order, each once the calls of the site before have ended. A site whose page changed
   * meanwhile is asked again; the others go on. Resolves when the last one has ended. Rejects then with the first error of a site whose
   * decision was not accepted, such as `page-gone`.
   *
   * @param answers one for each approval request, in the order of the sites
   * @param stops true to reject what is left after a site's call has failed
   */
  decide(chatId: string, answers: readonly SiteAnswer[], stops: boolean, consent: UserConsent): Promise<void>;
  /** Reads once on which sites the changes of the response are in force. Rejects with `storage`. */
  check(chatId: string, messageId: string): Promise<void>;
}

interface SiteRunDeps extends SiteCheckDeps {
  loop: Pick<AgentLoop, 'carryOut' | 'decideApproval' | 'provideToolResult' | 'stopGracefully'>;
  /** Gives a site's chat the settings of the chat that leads it. */
  follow(memberId: string, leading: Chat): Promise<void>;
  logger: Pick<Logger, 'warning'>;
}

/** The open calls of a chat about several sites. */
interface OpenResponse {
  record: ChatRecord;
  response: AssistantMessage;
  sites: readonly Target[];
  calls: SitesCall[];
}

export function createSiteRuns(deps: SiteRunDeps): SiteRuns {
  const { journal, loop } = deps;
  const serially = createSerializer();
  /** Two panels may decide at once. */
  const deciding = createSerializer();
  /** The leading chat of each site's chat that this worker has seen. */
  const leadingOf = new Map<string, string>();
  /** Results of sites whose calls could not be begun, by response and chat. Begun again after a restart, since nothing was sent. */
  const notBegun = new Map<string, ToolResult>();
  /** Called when a run of the chat has changed its status. */
  const waiting = new Map<string, () => void>();

  async function openResponse(chatId: string): Promise<OpenResponse | null> {
    const record = await journal.load(chatId);
    const { chat, run } = record;
    if (chat.targets === undefined || run === null) return null;
    for (const { chatId: memberId } of chat.targets) leadingOf.set(memberId, chatId);
    if (hasEnded(run.status)) return null;
    const next = nextStep(conversation(record.messages), run.id);
    if (next.kind !== 'execute') return null;
    const calls = callsOnSites(toolsFor(chat, deps.adapters), next.response, chat.targets);
    return { record, response: next.response, sites: chat.targets, calls };
  }

  async function partOf({ chatId }: Target, { response }: OpenResponse): Promise<SitePart | null> {
    const result = notBegun.get(`${response.id} ${chatId}`);
    return result === undefined ? asPart(await journal.load(chatId), response.id) : { result };
  }

  async function begin(site: Target, open: OpenResponse): Promise<void> {
    const calls = callsFor(open.calls, site).map(({ name, args }) => ({ name, args }));
    try {
      await deps.follow(site.chatId, open.record.chat);
      await loop.carryOut(site.chatId, { messageId: open.response.id, calls, plan: open.response.plan });
    } catch (error) {
      const { code, message } = toErrorInfo(error);
      notBegun.set(
        `${open.response.id} ${site.chatId}`,
        failure(code, `Nothing was done: ${english(message)}`),
      );
    }
  }

  /** Begins what can begin, and provides the results once all sites have theirs. */
  async function advance(chatId: string): Promise<void> {
    const open = await openResponse(chatId);
    if (open === null || !(await areStarted(open))) return;
    const parts = new Map<string, SitePart>();
    /** The site whose calls failed, without an approval request that asked what to do then. */
    let failed: string | null = null;
    for (const site of open.sites) {
      const calls = callsFor(open.calls, site);
      if (calls.length === 0) continue;
      let part = await partOf(site, open);
      if (part === null && failed !== null) part = { result: notRun(failed) };
      if (part === null) {
        await begin(site, open);
        part = await partOf(site, open);
      }
      if (part === null) return;
      parts.set(site.name, part);
      // The calls of the next site begin once those of this one have ended, or wait for the user.
      if (!isOver(part) && approvalOf(part) === null) return;
      if (isOver(part) && 'record' in part && hasFailed(part, calls)) failed = site.name;
    }
    if (![...parts.values()].every(isOver)) return;
    await provide(open, parts);
    checkSites(deps, chatId, open.response.id, CHECK_BOUND_MS).catch((error: unknown) => {
      const text = 'Sites can’t be checked.';
      logFailure(deps.logger.warning, 'ai_loop.tool_call', text, error, { chatId });
    });
    for (const { chatId: memberId } of open.sites) notBegun.delete(`${open.response.id} ${memberId}`);
  }

  async function soFar(chatId: string): Promise<ReadonlyMap<string, ToolResult>> {
    const open = await openResponse(chatId);
    if (open === null) return new Map();
    const parts = new Map<string, SitePart>();
    for (const site of open.sites) {
      const part = await partOf(site, open);
      parts.set(site.name, part === null ? { result: cancelled() } : part);
    }
    const made = open.calls.filter(({ named }) => named.length > 0);
    return new Map(made.map((one) => [one.call.executionId, joinedResult(rowsOf(open, one, parts))]));
  }

  /** The result of each site that a call names. */
  function rowsOf({ sites, calls }: OpenResponse, made: SitesCall, parts: ReadonlyMap<string, SitePart>) {
    return sites.flatMap((site) => {
      const part = parts.get(site.name);
      const own = callsFor(calls, site);
      const result =
        part && made.named.includes(site.name) ? resultsOf(part, own)[own.indexOf(made)] : undefined;
      return result === undefined ? [] : [{ site: site.name, result }];
    });
  }

  /** True once each call of the response that sites carry out was started or has its result. */
  async function areStarted({ response, calls }: OpenResponse): Promise<boolean> {
    const executions = await journal.executionsOf(response.id);
    const ids = new Set(calls.map(({ call }) => call.executionId));
    return executions.every(({ id, state }) => !ids.has(id) || state === 'started' || state === 'done');
  }

  async function provide(of: OpenResponse, parts: ReadonlyMap<string, SitePart>) {
    const { record, response, calls } = of;
    const open = new Set(openCalls(record.messages, response).map(({ executionId }) => executionId));
    for (const made of calls) {
      const { executionId } = made.call;
      if (!open.has(executionId)) continue;
      const rows = rowsOf(of, made, parts);
      const result = await resultOf(of, made, rows);
      await loop.provideToolResult(executionId, result).catch((error: unknown) => {
        // The run was stopped meanwhile.
        if (!hasCode(error, 'not-found')) throw error;
      });
    }
  }

  async function resultOf(
    { record: { chat }, sites }: OpenResponse,
    { name, args, unknown }: SitesCall,
    rows: Parameters<typeof joinedResult>[0],
  ): Promise<ToolResult> {
    if (name === compareSitesTool.name) return compareSites(deps, chat, comparedSites(args));
    return unknown.length > 0 ? unknownSites(unknown, sites) : joinedResult(rows);
  }

  /** Ends what the sites' chats still do, after the run that leads them has ended. */
  async function stopSites(chatId: string): Promise<void> {
    const { targets = [] } = await journal.chatById(chatId); // Missing in a chat about one page.
    for (const site of targets) {
      const { run } = await journal.load(site.chatId);
      if (run !== null && !hasEnded(run.status)) await loop.stopGracefully(site.chatId);
    }
  }

  let steps = 0;

  function inOrder(chatId: string, task: () => Promise<void>): void {
    steps += 1;
    serially(chatId, task)
      .catch((error: unknown) => {
        const text = 'Calls on several sites can’t go on.';
        logFailure(deps.logger.warning, 'ai_loop.tool_call', text, error, { chatId });
      })
      .finally(() => {
        steps -= 1;
      });
  }

  /** Resolves when the run of a site's chat has ended, or waits for another decision, or for its page, which may take minutes. */
  async function settled(memberId: string): Promise<SitePart> {
    for (;;) {
      const changed = new Promise<void>((resolve) => waiting.set(memberId, resolve));
      const part: SitePart = { record: await journal.load(memberId) };
      if (isOver(part) || isPageLost(part) || approvalOf(part) !== null) return part;
      await changed;
    }
  }

  return {
    isBusy: () => steps > 0,
    soFar,
    check: (chatId, messageId) => checkSites(deps, chatId, messageId, 0),

    decide: (chatId, answers, stops, consent) =>
      deciding(chatId, async () => {
        let failed: string | null = null;
        let refused: unknown;
        for (const { approvalId, ...answer } of answers) {
          const open = await openResponse(chatId);
          // The user has stopped the run meanwhile.
          if (open === null) return;
          const site = await siteAsked(open, approvalId);
          if (site === null) continue;
          const given = failed !== null && stops ? rejecting(answer, failed) : answer;
          try {
            // The user may have changed what is allowed while the card was shown.
            await deps.follow(site.chatId, open.record.chat);
            await loop.decideApproval(approvalId, given, consent);
          } catch (error) {
            // Nothing was done there: it asks again, on its page as it is now, or another panel has decided. The others go on.
            if (!hasCode(error, 'page-changed') && !hasCode(error, 'approval-gone'))
              refused ??= errorOnSite(site.name, error);
            continue;
          }
          const part = await settled(site.chatId);
          if (isPageLost(part) || (isOver(part) && hasFailed(part, callsFor(open.calls, site))))
            failed ??= site.name;
        }
        if (refused !== undefined) throw refused;
      }),

    emit({ chatId }, event) {
      if (event.type === 'tool-call-delegated') inOrder(chatId, () => advance(chatId));
      if (event.type !== 'status-changed') return;
      waiting.get(chatId)?.();
      const leading = leadingOf.get(chatId);
      if (leading !== undefined) inOrder(leading, () => advance(leading));
      if (hasEnded(event.status) && [...leadingOf.values()].includes(chatId))
        inOrder(chatId, () => stopSites(chatId));
    },
  };

  /** The site whose chat waits for this approval request; null if none does. */
  async function siteAsked({ sites }: OpenResponse, approvalId: string): Promise<Target | null> {
    for (const site of sites) {
      if (approvalOf({ record: await journal.load(site.chatId) }) === approvalId) return site;
    }
    return null;
  }
}

/** The result of calls on a site that were not run because those on another site had failed. */
function notRun(failed: string): ToolResult {
  return failure('cancelled', `Not run, because a call on ${failed} failed before. Nothing was done here.`);
}

/** The answer that rejects all calls, since the user chose to stop after a failure. */
function rejecting(answer: ApprovalAnswer, failed: string): ApprovalAnswer {
  const note = `Not run: the user chose to stop after a failure, and a call on ${failed} failed.`;
  return {
    ...answer,
    allowTools: [],
    choices: answer.choices.map((choice) => ({ ...choice, verdict: 'reject' as const, note })),
  };
}
