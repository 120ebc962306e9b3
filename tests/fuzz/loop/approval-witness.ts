import type { PolicySettings } from '@/src/core/chat/chat';
import type { AssistantMessage, ToolMessage } from '@/src/core/chat/message';
import { canonicalJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/core/json';
import type { Approval, CallDecision } from '@/src/core/policy/approval';
import { changesPage, type Permission, type ToolDefinition } from '@/src/core/tools/tool-definition';
import { validateCall } from '@/src/core/tools/validate-call';
import type { MemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter, isLive } from './fuzz-adapter';
import type { FuzzPage, Started } from './fuzz-page';
import type { Problems } from './problems';

/** What the user wants with one call of a question, also one that only runs between others, and what they saw of it. */
export interface Wanted {
  executionId: string;
  verdict: CallDecision['verdict'];
  note: string;
  /** What would run, as they saw it. */
  args: JsonObject;
  /** The page that it would run on, as they saw it. */
  notes: readonly string[];
}

/** Watches that nothing changes the page but what the policy allows and what the user approved, just as they saw it. */
export interface ApprovalWitness {
  /** The user answers. Answers with how to forget that: the answer was refused. */
  noteAnswer(wanted: readonly Wanted[]): () => void;
  /** A call that is looked at from here on meets the policy of now, not those before. */
  beginStep(): void;
  onPolicy(settings: PolicySettings): void;
  onQuestion(old: Approval | null, now: Approval): void;
  /** From here on the call is on its way to the page, whatever policy is set meanwhile. */
  onStart(executionId: string): void;
  onExecute(call: Started, tool: ToolDefinition): void;
  /** Whether it is on record that the user decided on the call. */
  isApproved(executionId: string): boolean;
  onResult(message: ToolMessage): void;
}

/** Results of calls with which it never came to what the user decided. */
const UNTOLD = ['cancelled', 'denied_by_policy', 'page_changed', 'not_authorised'];

/** Of one chat; `tables` as the chat sees them. */
export function createApprovalWitness(deps: {
  tables: MemoryTables;
  page: FuzzPage;
  problems: Problems;
}): ApprovalWitness {
  const { tables, problems } = deps;
  /** What the user wants, and of that, what was written down as their decision; by call. */
  const wanted = new Set<Wanted>();
  const approved = new Map<string, Wanted[]>();
  /** The policies that a call on its way may have met. */
  let inForce: PolicySettings[] = [];
  /** By call: the policies that it met when it was sent. */
  const inForceAtStart = new Map<string, PolicySettings[]>();

  function decisionOf(executionId: string): CallDecision | null {
    const calls = tables.approvals.all().flatMap((approval) => approval.calls);
    return calls.find((call) => call.executionId === executionId)?.decision ?? null;
  }

  function responseOf(executionId: string): AssistantMessage | undefined {
    const { messageId = '' } = tables.executions.get(executionId) ?? {};
    return tables.messages.get(messageId) as AssistantMessage | undefined;
  }

  /** The arguments as the model wrote them. */
  function writtenArguments(executionId: string): JsonObject | null {
    const calls = responseOf(executionId)?.toolCalls ?? [];
    const call = calls.find((candidate) => candidate.executionId === executionId);
    const checked = call === undefined ? null : validateCall(fuzzAdapter.tools, call);
    return checked?.kind === 'valid' ? checked.args : null;
  }

  function noteDecision(executionId: string, decision: CallDecision): void {
    const matching = [...wanted].filter(
      (one) =>
        one.executionId === executionId && one.verdict === decision.verdict && one.note === decision.note,
    );
    if (matching.length === 0) problems.add('a decision is on record that nobody made');
    if (decision.verdict === 'rejected') return;
    const asSeen = matching.filter(({ args }) => same(args, decision.args));
    if (asSeen.length === 0) problems.add('a call is approved with arguments that the user didn’t see');
    approved.set(executionId, asSeen);
    const isEdited = !same(decision.args, writtenArguments(executionId));
    if (isEdited !== decision.isEdited) problems.add('a decision doesn’t say rightly whether it was edited');
  }

  function checkOrder({ executionId, tool }: Started): void {
    const execution = tables.executions.get(executionId);
    // Somebody else brought the page into the state that the call was to make: it counts as done.
    if (execution?.state === 'done') return;
    for (const other of tables.executions.all()) {
      if (other.messageId !== execution?.messageId || other.effect === 'read' || other.effect === null)
        continue;
      if (other.index < execution.index && other.state !== 'done') {
        problems.add(`${tool} ran before ${other.name}, which stands before it`);
      }
      if (other.index > execution.index && deps.page.timesExecuted(other.id) > 0) {
        problems.add(`${tool} ran after ${other.name}, which stands behind it`);
      }
    }
  }

  /** The page as the model may know it where a call begins: as it saw it, or as its calls before made it of that. */
  function knownHashes(executionId: string): Set<string | null> {
    const { messageId = '', index = 0 } = tables.executions.get(executionId) ?? {};
    const earlier = tables.executions.all().filter((one) => one.messageId === messageId && one.index < index);
    let known = new Set<string | null>([responseOf(executionId)?.seenStateHash ?? null]);
    for (const { id, write, leftStateHash } of earlier.sort((one, other) => one.index - other.index)) {
      // A page that is just as a call was to make it counts as made by that call, whoever made it.
      const [before = null, after = null] = deps.page.hashesOf(id) ?? [
        write?.before.stateHash,
        leftStateHash,
      ];
      if (after === null || !known.has(before)) continue;
      // What took effect and is gone again counts as never made.
      known = leftStateHash === null ? new Set([...known, after]) : new Set([after]);
    }
    return known;
  }

  return {
    noteAnswer(answer) {
      for (const one of answer) wanted.add(one);
      return () => {
        for (const one of answer) wanted.delete(one);
      };
    },
    beginStep() {
      inForce = inForce.slice(-1);
    },
    onPolicy(settings) {
      if (same(settings, inForce.at(-1) ?? null)) return;
      inForce.push(settings);
    },

    onQuestion(old, now) {
      const isDone = (executionId: string) => tables.executions.get(executionId)?.state === 'done';
      const isLeft = now.calls.some(
        ({ executionId, isAsked, decision }) => isAsked && decision === null && !isDone(executionId),
      );
      if (now.state === 'pending' && !isLeft) problems.add('a question is open with nothing to decide');
      if (now.state === 'decided' && isLeft) problems.add('a question counts as decided, but isn’t');
      for (const { executionId, isAsked, decision } of now.calls) {
        const before = old?.calls.find((call) => call.executionId === executionId)?.decision ?? null;
        if (decision === null) approved.delete(executionId);
        else if (!isAsked) problems.add('a decision is on record about a call that nobody asked about');
        else if (!same(decision, before)) noteDecision(executionId, decision);
      }
    },

    onStart: (executionId) => void inForceAtStart.set(executionId, [...inForce]),

    onExecute(call, tool) {
      const { executionId, args, notes } = call;
      const name = tool.name;
      const policies = inForceAtStart.get(executionId) ?? [];
      const mayNot = (settings: PolicySettings) => permissionIn(settings, tool, notes) === 'deny';
      if (policies.every(mayNot)) problems.add(`${name} ran although the policy forbids it`);
      if (tool.effect === 'read') return;
      checkOrder(call);
      // What was planned is the user's to apply, whatever the policy says of it.
      const mayRun = (settings: PolicySettings) =>
        !settings.planMode && permissionIn(settings, tool, notes) === 'allow';
      const isAllowed = policies.some(mayRun) && responseOf(executionId)?.plan !== true;
      const decision = decisionOf(executionId);
      if (decision === null) {
        if (!isAllowed) problems.add(`${name} ran without the user’s approval`);
        // What runs between approved calls was shown with them.
        const isShown = [...wanted].some(
          (one) =>
            one.executionId === executionId && same(one.args, args) && same([...one.notes], [...notes]),
        );
        if (!isShown && !knownHashes(executionId).has(deps.page.hash())) {
          problems.add(`${name} ran on a page that the model hadn’t heard of`);
        }
        if (!same(args, writtenArguments(executionId))) problems.add(`${name} ran other than it was written`);
        return;
      }
      if (decision.verdict === 'rejected') problems.add(`${name} ran although the user refused it`);
      const seen = approved.get(executionId) ?? [];
      if (!seen.some((one) => same(one.args, args))) problems.add(`${name} ran other than the user approved`);
      else if (!seen.some((one) => same([...one.notes], [...notes]))) {
        problems.add(`${name} ran on a page that the user didn’t see when they approved it`);
      }
    },

    // What runs between approved calls was shown with them.
    isApproved: (executionId) =>
      tables.approvals
        .all()
        .some(({ calls }) => calls.some((call) => call.executionId === executionId && call.shown !== null)),

    onResult({ executionId, name, result, planned: isPlanned }) {
      const { error_code: code, message, data } = result;
      if (isPlanned === true && !inForce.some(({ planMode }) => planMode)) {
        problems.add(`${name} was only planned, though nobody wanted a plan`);
      }
      const decision = decisionOf(executionId);
      if (code === 'rejected_by_user' && decision?.verdict !== 'rejected') {
        problems.add(`${name} counts as refused, but nobody refused it`);
      }
      if (decision === null || UNTOLD.includes(code ?? '')) return;
      if (!message.includes(decision.note)) problems.add(`the result of ${name} leaves out the user’s note`);
      if (decision.verdict === 'rejected') return;
      const written = writtenArguments(executionId);
      const told = same(decision.args, written)
        ? data?.ran_with === undefined && data?.proposed === undefined
        : same(data?.ran_with ?? null, decision.args) && same(data?.proposed ?? null, written);
      if (!told) problems.add(`the result of ${name} doesn’t tell rightly what the user changed`);
    },
  };
}

/** What a policy says of a tool on this page. */
function permissionIn(settings: PolicySettings, tool: ToolDefinition, notes: readonly string[]): Permission {
  const own = settings.permissions[tool.name];
  if (own !== undefined) return own === 'ask' && tool.effect === 'read' ? 'deny' : own;
  const isCautious = settings.approvalPolicy === 'ask-every-change' || isLive(notes);
  const asks = isCautious && changesPage(tool.effect) && tool.defaultPermission === 'allow';
  return asks ? 'ask' : tool.defaultPermission;
}

function same(one: unknown, other: unknown): boolean {
  return canonicalJson(one as JsonObject) === canonicalJson(other as JsonObject);
}
