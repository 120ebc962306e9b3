import type { AIRequest } from '@/src/core/llm/ai-service';
import { policyOf } from '@/src/core/policy/policy-settings';
import { conversation } from '@/src/core/records/message';
import { changesPage } from '@/src/core/records/tool-effect';
import { isActive } from '@/src/core/records/transition';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import type { MemoryTables } from '../../fakes/memory-tables';
import { type ApprovalChecker, createApprovalChecker } from './approval-checker';
import { createChangeChecker } from './change-checker';
import { createFreshnessChecker } from './freshness-checker';
import { fuzzAdapter } from './fuzz-adapter';
import type { FuzzPage, Started } from './fuzz-page';
import { createGuardChecker } from './guard-checker';
import { foreignParts } from './isolation-problems';
import { createOutcomeChecker } from './outcome-checker';
import type { Problems } from './problems';
import { messageProblems, prefixProblem } from './request-problems';
import { statusProblem } from './status-problem';
import type { TrueHistory } from './true-history';

/** The tool that a call names. Some models put a prefix before the name. */
function toolNamed(name: string) {
  return fuzzAdapter.tools.find((tool) => tool.name === name.replace(/^functions\./, ''));
}

/** The prompt's sentence about the chat's mode; undefined if it has neither. */
function modeIn({ messages }: AIRequest): string | undefined {
  return messages[0]?.content?.match(/This chat is (in plan mode|read-only)/)?.[0];
}

/**
 * Checks every write to the record, every request and every call of one chat as it happens, against the product's
 * rules.
 */
export interface ChatChecker {
  onRequest(request: AIRequest): void;
  onExecute(call: Started): void;
  /** A module requested this status. */
  noteRequested(status: RunStatus): void;
  noteAnswer: ApprovalChecker['noteAnswer'];
  /** Checks the rules that hold at any time. */
  check(): void;
  /** Number of changes of the record, without checkpoints, usage and audit rows. */
  changes(): number;
  /** Ids of the messages before the checkpoint's position, in the conversation at the time when it was taken. */
  conversationAt(checkpointId: string): string[];
}

export function createChatChecker(deps: {
  chatId: string;
  /** The chat's rows. */
  tables: MemoryTables;
  /** The rows of all chats. */
  allTables: MemoryTables;
  page: FuzzPage;
  /** Number of transitions of the page that no call of the chat caused (see TrueHistory). */
  foreignTransitions(untilHash?: string): number;
  /** The notes of a state that the page was in; undefined for any other. */
  notesOf(stateHash: string): readonly string[] | undefined;
  history: TrueHistory;
  /** Number of faults and interruptions so far. */
  faultCount(): number;
  /** True while the page is silent or closed. */
  isPageUnavailable(): boolean;
  /** True if a storage fault was injected. */
  hasStorageFailed(): boolean;
  /** True if a call was refused because its write token had expired. */
  hasExpired(executionId: string): boolean;
  problems: Problems;
}): ChatChecker {
  const { chatId, tables, page, problems } = deps;
  const requested = new Set<string>();
  const approvals = createApprovalChecker(deps);
  const outcomes = createOutcomeChecker(deps);
  const freshness = createFreshnessChecker(deps);
  const guard = createGuardChecker(deps);
  const reported = createChangeChecker(deps);
  const before = new Map<string, string[]>();
  /** By checkpoint id: the number of foreign transitions until the page last reached the checkpoint's state. */
  const foreignBefore = new Map<string, number>();
  /**
   * By run id: its last request. Cleared when messages are set aside or restored: the next request needn't continue it.
   */
  const lastRequests = new Map<string, { request: AIRequest; contextText: string }>();

  const inConversation = () => conversation(tables.messages.all());

  function isRequested(status: RunStatus): boolean {
    if (requested.has(JSON.stringify(status)) || status.state === 'done') return true;
    if (status.state === 'waiting-for-agent-coordination') return status.coordinatingToolCallId !== null;
    return status.state === 'waiting-for-user-input' && status.reason === 'question';
  }

  /** True if the run has the status again that it had before a rollback, which was undone since. */
  function isReopened({ id, status }: Run): boolean {
    const before = tables.checkpoints.all().map(({ run }) => run);
    return before.some((run) => run?.id === id && JSON.stringify(run.status) === JSON.stringify(status));
  }

  let changes = 0;
  const count = () => {
    changes += 1;
  };
  tables.chats.onWrite = (_old, now) => {
    count();
    if (now !== null) approvals.onPolicy(policyOf(now.settings));
  };
  tables.executions.onWrite = (old, now) => {
    count();
    if (now === null) return;
    if (old?.startedAtMs === null && now.startedAtMs !== null) approvals.onStart(now.id);
    outcomes.onExecution(old, now);
  };
  tables.approvals.onWrite = (old, now) => {
    count();
    if (now === null) problems.add('an approval request was deleted');
    else approvals.onApproval(old, now);
  };
  tables.audit.onWrite = (old) => {
    if (old !== null) problems.add('an audit row was changed');
  };
  tables.contexts.onWrite = count;

  tables.runs.onWrite = (old, now) => {
    count();
    if (now === null) return;
    if (now.error?.code === 'storage' && !deps.hasStorageFailed()) {
      problems.add(`a run failed: ${now.error.details}`);
    }
    if (now.error?.code === 'page-changed') problems.add('a run failed because the page was changed');
    if (JSON.stringify(old?.status) !== JSON.stringify(now.status)) {
      approvals.beginStep();
      freshness.beginStep();
    }
    if (old !== null) {
      const problem = statusProblem(old.status, now.status, isRequested(now.status));
      if (problem !== null && (isActive(old.status) || !isReopened(now))) problems.add(problem);
    }
    const active = tables.runs.all().filter(({ status }) => isActive(status));
    if (active.length > 1) problems.add('two runs are active at once');
  };

  tables.messages.onWrite = (old, now) => {
    count();
    // The next answer replaces a partial one.
    if (now === null && old?.role !== 'partial-answer') problems.add('a message was deleted');
    if (now === null || now.discardedBy !== (old?.discardedBy ?? null)) lastRequests.clear();
    if (old !== null || now === null) return;
    const isAhead = (other: Message) => other.id !== now.id && other.position >= now.position;
    // A result has the position that its response reserved for it.
    if (now.role !== 'tool' && tables.messages.all().some(isAhead)) {
      problems.add(`a message of ${now.role} was inserted before others`);
    }
    if (now.role === 'tool') checkResult(now);
    if (now.role === 'assistant') guard.onResponse(now);
  };

  function checkResult(now: Extract<Message, { role: 'tool' }>): void {
    approvals.onResult(now);
    approvals.beginStep();
    const twin = (other: Message) =>
      other.role === 'tool' && other.id !== now.id && other.executionId === now.executionId;
    if (tables.messages.all().some(twin)) problems.add(`a call of ${now.name} got two results`);
    const { error_code: code } = now.result;
    if (now.planned === true && page.timesExecuted(now.executionId) > 0) {
      problems.add(`${now.name} has a planned result, but ran`);
    }
    if (code === 'not_authorised' && !deps.hasExpired(now.executionId)) {
      problems.add(`${now.name} was not authorized, though its token was valid`);
    }
    outcomes.onResult(now);
    reported.onResult(now);
  }

  tables.checkpoints.onWrite = (old, now) => {
    if (old !== null || now === null) return;
    const twin = (other: Checkpoint) => other.id !== now.id && other.messageId === now.messageId;
    if (now.messageId !== null && tables.checkpoints.all().some(twin)) {
      problems.add('a response got two checkpoints');
    }
    if (deps.notesOf(now.stateHash) === undefined) {
      problems.add('a checkpoint was taken of a state that the page was never in');
    }
    foreignBefore.set(now.id, deps.foreignTransitions(now.stateHash));
    const earlier = inConversation().filter(({ position }) => position < now.position);
    before.set(
      now.id,
      earlier.map(({ id }) => id),
    );
  };

  return {
    onRequest(request) {
      guard.onRequest(request);
      reported.onRequest(request);
      for (const problem of messageProblems(request.messages)) problems.add(problem);
      for (const problem of foreignParts(chatId, request, deps.allTables)) problems.add(problem);
      const run = tables.runs.all().findLast(({ status }) => isActive(status));
      if (run?.status.state !== 'processing') {
        problems.add(`a request was sent while the run was ${run?.status.state ?? 'over'}`);
        return;
      }
      const bound = tables.chats.get(run.chatId)?.settings.roundsPerRun ?? 0;
      if (run.round >= bound) problems.add(`a request was sent after ${run.round} rounds of ${bound}`);
      const stale = freshness.problem(run, request);
      if (stale !== null) problems.add(stale);
      freshness.beginStep();
      const last = lastRequests.get(run.id);
      lastRequests.set(run.id, { request, contextText: run.contextText });
      if (last === undefined || (last.contextText !== run.contextText && !isAnswered(run))) return;
      // Switching plan mode or read-only changes the prompt.
      if (modeIn(last.request) !== modeIn(request)) return;
      const problem = prefixProblem(last.request, request);
      if (problem !== null) problems.add(problem);
    },

    onExecute(call) {
      const { executionId, tool: name } = call;
      const execution = tables.executions.get(executionId);
      const tool = toolNamed(name);
      if (tool === undefined || execution === undefined || execution.startedAtMs === null) {
        problems.add(`${name} ran without being journaled as started`);
        return;
      }
      approvals.onExecute(call, tool);
      if (tool.effect !== 'read') guard.onExecute(call, approvals.isApproved(executionId));
      if (!changesPage(tool.effect)) return;
      const checkpoint = tables.checkpoints.all().find((row) => row.messageId === execution.messageId);
      // A slow page may run a call after its result was stored as uncertain; by then the limit may have removed the checkpoint.
      const isLate = execution.state === 'done';
      if (checkpoint === undefined && !isLate) problems.add(`${name} ran before a checkpoint was taken`);
      // A call also counts as applied if another call, or others, made its change.
      const isMade = (id: string) =>
        page.timesExecuted(id) > 0 || (tables.executions.get(id)?.leftStateHash ?? null) !== null;
      const isFirst = !callsOf(execution.messageId).some(isMade);
      // A call that failed before it reached the page may be retried later, after changes by others.
      const isFresh = foreignBefore.get(checkpoint?.id ?? '') === deps.foreignTransitions();
      if (isFirst && isFresh && checkpoint?.stateHash !== page.hash()) {
        problems.add(`the checkpoint before ${name} doesn’t match the page`);
      }
    },

    noteRequested: (status) => void requested.add(JSON.stringify(status)),
    noteAnswer: approvals.noteAnswer,
    changes: () => changes,
    check: outcomes.check,
    conversationAt: (checkpointId) => before.get(checkpointId) ?? [],
  };

  function isAnswered(run: Run): boolean {
    return inConversation().some((message) => message.role === 'assistant' && message.runId === run.id);
  }

  /** The calls of a response that change the page. */
  function callsOf(messageId: string): string[] {
    const response = tables.messages.get(messageId) as AssistantMessage | undefined;
    return (response?.toolCalls ?? []).flatMap((call) => {
      const effect = tables.executions.get(call.executionId)?.effect ?? null;
      return effect !== null && changesPage(effect) ? [call.executionId] : [];
    });
  }
}
