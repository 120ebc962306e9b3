import { createDryRuns } from '@/src/background/page/dry-runners';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { hashJson } from '@/src/core/hash';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import type { CallAtGate, GateAnswer, GateDeps } from '@/src/core/policy/call-at-gate';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { ChatRecord } from '@/src/core/records/record-access';
import { parsedCalls, validateCall } from '@/src/core/tools/validate-call';
import type { Approval, ApprovalCall, NotedChoice, ShownEffect } from '@/src/schema/approval';
import type { Execution } from '@/src/schema/call';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { AssistantMessage, FinishReason, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { hashSeals } from '../../fakes/hash-seals';
import { createMemoryPageHistory } from '../../fakes/memory-page-history';
import { createMemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter, type Notes } from '../../fuzz/loop/fuzz-adapter';
import { fuzzDryRunner } from '../../fuzz/loop/fuzz-dry-runner';
import { storedRun } from '../../panel/stored-run';

export const { signal } = new AbortController();

export const PLACE = { origin: 'http://notes.test', tabId: 7 };

/** The source of each reading of the rig's page. */
export const SOURCE = { page: 'tab:1', document: 'd', order: 1, askedAtMs: 1 };

export type Call = [name: string, args: unknown];

export const add = (text: string): Call => ['add_note', { text }];
export const PUBLISH: Call = ['publish', {}];
export const IMPORT: Call = ['import_notes', { notes: ['bun', 'cod'] }];

const inRun = { chatId: 'c', runId: 'r', createdAtMs: 1, discardedBy: null };

/** A response of the run `r` with these calls by execution id, apart from `more`. */
export function responseWith(
  made: Record<string, Call>,
  more: Partial<AssistantMessage> & Pick<AssistantMessage, 'id' | 'position'>,
): AssistantMessage {
  return {
    ...inRun,
    role: 'assistant',
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: Object.entries(made).map(([executionId, [name, args]]) => ({
      executionId,
      modelCallId: 'call_0',
      name,
      argumentsText: JSON.stringify(args),
    })),
    finishReason: 'tool_calls',
    model: 'm',
    seenStateHash: null,
    ...more,
  };
}

/** The stored result of a call. */
export function resultOf(
  executionId: string,
  position: number,
  result: ToolResult,
  more: Partial<ToolMessage> = {},
): ToolMessage {
  return {
    ...inRun,
    role: 'tool',
    id: `result of ${executionId}`,
    position,
    executionId,
    modelCallId: 'call_0',
    name: 'add_note',
    result,
    durationMs: 0,
    pageUpdate: null,
    ...more,
  };
}

/** The execution of a response's call, which hasn't begun, apart from `more`. */
export function receivedExecution(index: number, more: Partial<Execution> = {}): Execution {
  return {
    id: `e${index}`,
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    index,
    name: 'add_note',
    effect: 'write',
    state: 'received',
    receivedAtMs: 1,
    startedAtMs: null,
    write: null,
    leftStateHash: null,
    ...more,
  };
}

/** The gate's answer if a call would run on a page that the model didn't see. */
export const PAGE_CHANGED = {
  kind: 'settled',
  result: { error_code: 'page_changed' },
  decision: 'not-asked',
};

/** Options of a rig. */
export interface RigOptions {
  settings?: Partial<ChatSettings>;
  notes?: string[];
  finishReason?: FinishReason;
  /** True if the response is a plan. */
  isPlan?: boolean;
  deps?: Partial<GateDeps>;
}

/** The real gate with a notes page in memory, and one response with the calls `e0`, `e1` … */
export function createGateRig(made: Call[], options: RigOptions = {}) {
  const page: Notes = { notes: options.notes ?? ['ale'], published: [], stock: 0 };
  let nowMs = 1_000;
  let ids = 0;
  const clock = { now: () => nowMs };
  const idSource = {
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
  };
  const hash = () => hashJson({ notes: page.notes });
  const chat = newChat({
    id: 'c',
    title: 'Notes',
    atMs: 0,
    binding: { adapterId: 'notes', origin: PLACE.origin, instanceId: 'i', title: 'Notes' },
    settings: { ...newChatSettings(), ...options.settings },
    lastStateHash: hash(),
  });
  const response = responseWith(Object.fromEntries(made.map((call, index) => [`e${index}`, call])), {
    id: 'm',
    position: 1,
    finishReason: options.finishReason ?? 'tool_calls',
    seenStateHash: hash(),
    ...(options.isPlan === true ? { plan: true as const } : {}),
  });
  const executions = response.toolCalls.map(({ name }, index) =>
    receivedExecution(index, {
      name,
      effect: fuzzAdapter.tools.find((tool) => tool.name === name)?.effect ?? null,
    }),
  );
  const savedHash = () => pageHashesOf(fuzzAdapter, structuredClone(page) as unknown as Json).savedHash;
  const run = storedRun({ state: 'waiting-for-tools' }, { savedHash: savedHash() });
  const record: ChatRecord = { chat, messages: [response], run };
  let approval: Approval | null = null;

  const { issuer, checker } = createWriteTokens({ clock, ids: idSource });
  const consents = createConsents();
  let afterNextReading = () => undefined as unknown;
  const reading = async () => {
    const context = structuredClone(page) as unknown as Json;
    const seen = {
      context,
      stateHash: hash(),
      source: SOURCE,
    };
    const then = afterNextReading;
    afterNextReading = () => undefined;
    then();
    return seen;
  };
  const adapters = { definitionOf: () => fuzzAdapter };
  const first = structuredClone(page);
  const history = createMemoryPageHistory(createMemoryTables());
  const observer = createPageObserver({ history, adapters, clock });
  const deps: GateDeps = {
    journal: {
      chatTitles: async () => [],
      load: async () => record,
      messagesFrom: async (_chatId, position) =>
        record.messages.filter((message) => message.position >= position),
      approvalOf: async () => approval,
      executionsOf: async () => executions,
      stateHashesOf: async () =>
        executions.flatMap(({ write, leftStateHash }) =>
          write === null || leftStateHash === null
            ? []
            : [{ before: write.before.stateHash, after: leftStateHash }],
        ),
      knownPage: async () => ({
        context: first as unknown as Json,
        at: { page: 'tab:1', document: 'd', sequence: 0 },
        own: null,
        carried: [],
      }),
    },
    observer,
    page: { placeOf: async () => PLACE },
    dryRuns: createDryRuns({
      page: { readContext: reading, query: () => Promise.reject(new Error('the page must not be queried')) },
      runners: [fuzzDryRunner],
      adapters,
      ids: idSource,
    }),
    adapters,
    issuer,
    consents,
    seals: hashSeals,
    clock,
    ids: idSource,
    ...options.deps,
  };
  const gate = createApprovalGate(deps);

  function executionAt(index: number): Execution {
    const execution = executions[index];
    if (execution === undefined) throw new Error(`there is no call ${index}`);
    return execution;
  }

  function callAt(index: number): CallAtGate {
    const execution = executionAt(index);
    const argumentsText = JSON.stringify(made[index]?.[1]);
    const checked = validateCall(fuzzAdapter.tools, { name: execution.name, argumentsText });
    if (checked.kind === 'invalid') throw new Error(checked.result.message);
    const calls = parsedCalls(deps.adapters.definitionOf('notes').tools, response);
    return { response, calls, execution, tool: checked.tool, args: checked.args };
  }

  /** Ends a call with a result. */
  function end(execution: Execution, result: ToolResult, changes: Partial<Execution>): void {
    const { messages } = record;
    messages.push(resultOf(execution.id, messages.length + 1, result, { name: execution.name }));
    Object.assign(execution, { state: 'done', ...changes });
  }

  return {
    gate,
    deps,
    page,
    record,
    chat,
    checker,
    consents,
    hash,
    /** The effect that a preview would show of a call on the present page. */
    shownNow: (): ShownEffect => ({
      effectHash: null,
      stateHashBefore: hash(),
      savedHashBefore: savedHash(),
      resultsKnown: [],
    }),
    /** The stored approval request. */
    get approval(): Approval {
      if (approval === null) throw new Error('there is no approval request');
      return approval;
    },
    set approval(next: Approval) {
      approval = next;
    },
    /** Changes the stored calls, as a row from elsewhere could. */
    alterCalls(alter: (call: ApprovalCall, index: number) => Partial<ApprovalCall>) {
      const { calls } = this.approval;
      this.approval = {
        ...this.approval,
        calls: calls.map((call, index) => ({ ...call, ...alter(call, index) })),
      };
    },
    /** Others change the page right after its next reading. */
    afterNextReading(change: () => unknown) {
      afterNextReading = change;
    },
    pass(ms: number) {
      nowMs += ms;
    },
    /** Changes the policy. */
    setPolicy: (settings: Partial<ChatSettings>) => void Object.assign(chat.settings, settings),
    check: (index: number): Promise<GateAnswer> => gate.check(record, callAt(index), signal),
    /** Lets the gate check a call, and journals the approval request. */
    async ask(index: number): Promise<Approval> {
      const answer = await this.check(index);
      if (answer.kind !== 'ask') throw new Error(`the call is ${answer.kind}`);
      approval = answer.approval;
      // As the journal does.
      const asked = approval.calls.filter(({ isAsked }) => isAsked).map(({ executionId }) => executionId);
      for (const execution of executions)
        if (execution.state === 'received' && asked.includes(execution.id))
          execution.state = 'awaiting-approval';
      return approval;
    },
    /** A call ended with a failure that changed nothing. */
    failed(index: number, code = 'page_refused') {
      end(executionAt(index), { success: false, message: 'Failed.', error_code: code }, {});
    },
    /** A call succeeded: its result is stored, and the page that it left is known. */
    done(index: number, change: (page: Notes) => void = () => undefined) {
      const before = { stateHash: hash(), savedHash: savedHash() };
      change(page);
      const after = { stateHash: hash(), savedHash: savedHash() };
      chat.lastStateHash = after.stateHash;
      const found = { afterState: null, savedBefore: null, summary: '' };
      end(
        executionAt(index),
        { success: true, message: 'Done.' },
        {
          write: { page: 'tab:1', before, after, ...found },
          leftStateHash: after.stateHash,
          leftSavedHash: after.savedHash,
        },
      );
    },
    /** The user previews their choices, and decides on that preview. */
    async decide(choices: NotedChoice[], allowTools: string[] = []) {
      const { preview } = await gate.preview(record, this.approval, choices, signal);
      const answer = { digest: preview?.digest ?? 'none', choices, allowTools };
      const decided = await gate.decide(
        record,
        this.approval,
        answer,
        consents.give(this.approval.id),
        signal,
      );
      approval = decided.approval;
      return decided;
    },
  };
}

export type GateRig = ReturnType<typeof createGateRig>;

/** A rig whose user was asked about the first call, and the calls after it, and made these choices. */
export async function decidedRig(
  made: Call[],
  choices: readonly NotedChoice[],
  options: RigOptions = {},
): Promise<GateRig> {
  const rig = createGateRig(made, options);
  await rig.ask(0);
  await rig.decide([...choices]);
  return rig;
}

/** A choice that approves a call unchanged, apart from `fields`. */
export function choice(index: number, more: Partial<NotedChoice> = {}): NotedChoice {
  return { executionId: `e${index}`, verdict: 'approve', args: null, leftOut: [], note: '', ...more };
}
