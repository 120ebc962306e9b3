import { canonicalJson } from '@/src/core/hash';
import { changesPage } from '@/src/core/records/tool-effect';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { validateCall } from '@/src/core/tools/validate-call';
import type { Approval, CallDecision } from '@/src/schema/approval';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { AssistantMessage, ToolMessage } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import type { Permission } from '@/src/schema/values/policy';
import type { MemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter, isLive } from './fuzz-adapter';
import type { FuzzPage, Started } from './fuzz-page';
import type { Problems } from './problems';

/**
 * The user's decision on one call of an approval request, with the facts that the preview showed. Calls that the policy
 * allows are part of the preview too if they run between calls that need approval.
 */
export interface Wanted {
  executionId: string;
  verdict: CallDecision['verdict'];
  note: string;
  /** The arguments in the preview. */
  args: JsonObject;
  /** The notes on the page before the call, according to the preview. */
  notes: readonly string[];
}

/**
 * Checks that a call changes the page only if the policy allows it, or if the user approved it: with the arguments and
 * on the page that the preview showed.
 */
export interface ApprovalChecker {
  /** Records an answer before it is submitted. The returned function removes it; call it if the answer is refused. */
  noteAnswer(wanted: readonly Wanted[]): () => void;
  /** A call that the run examines from now on is subject to the current policy, not to earlier ones. */
  beginStep(): void;
  onPolicy(settings: PolicySettings): void;
  onApproval(old: Approval | null, now: Approval): void;
  /** The call is being sent to the page: later changes of the policy don't affect it. */
  onStart(executionId: string): void;
  onExecute(call: Started, tool: ToolDefinition): void;
  /** True if the user approved the call, or saw it in the preview that they approved. */
  isApproved(executionId: string): boolean;
  onResult(message: ToolMessage): void;
}

/** Error codes of calls that ended before the user's decision was carried out. Their results don't mention it. */
const ENDED_BEFORE = ['cancelled', 'denied_by_policy', 'page_changed', 'not_authorised'];

/** For one chat. `tables`: that chat's rows. */
export function createApprovalChecker(deps: {
  tables: MemoryTables;
  page: FuzzPage;
  problems: Problems;
}): ApprovalChecker {
  const { tables, problems } = deps;
  /** All answers of the user that weren't refused. */
  const wanted = new Set<Wanted>();
  /** By execution id: the answers that match the stored approval, arguments included. */
  const approved = new Map<string, Wanted[]>();
  /** The policies that applied at some time since the current step began. */
  let inForce: PolicySettings[] = [];
  /** By execution id: `inForce` when the call was started. */
  const inForceAtStart = new Map<string, PolicySettings[]>();

  function decisionOf(executionId: string): CallDecision | null {
    const calls = tables.approvals.all().flatMap((approval) => approval.calls);
    return calls.find((call) => call.executionId === executionId)?.decision ?? null;
  }

  function responseOf(executionId: string): AssistantMessage | undefined {
    const { messageId = '' } = tables.executions.get(executionId) ?? {};
    return tables.messages.get(messageId) as AssistantMessage | undefined;
  }

  /** The arguments that the model wrote; null if they are invalid. */
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
    if (matching.length === 0) problems.add('a decision is stored that the user didn’t make');
    if (decision.verdict === 'rejected') return;
    const asSeen = matching.filter(({ args }) => same(args, decision.args));
    if (asSeen.length === 0) problems.add('a call is approved with arguments that the user didn’t see');
    approved.set(executionId, asSeen);
    const isEdited = !same(decision.args, writtenArguments(executionId));
    if (isEdited !== decision.isEdited)
      problems.add('a decision misreports whether the user edited the call');
  }

  function checkOrder({ executionId, tool }: Started): void {
    const execution = tables.executions.get(executionId);
    // The page already showed the call's intended state, so the call was settled as applied: its order is irrelevant.
    if (execution?.state === 'done') return;
    for (const other of tables.executions.all()) {
      if (other.messageId !== execution?.messageId || other.effect === 'read' || other.effect === null)
        continue;
      if (other.index < execution.index && other.state !== 'done') {
        problems.add(`${tool} ran before ${other.name}, which precedes it in the response`);
      }
      if (other.index > execution.index && deps.page.timesExecuted(other.id) > 0) {
        problems.add(`${tool} ran after ${other.name}, which follows it in the response`);
      }
    }
  }

  /**
   * State hashes that the model may expect before a call: of the page that it saw, and of what its earlier calls made
   * of it.
   */
  function knownHashes(executionId: string): Set<string | null> {
    const { messageId = '', index = 0 } = tables.executions.get(executionId) ?? {};
    const earlier = tables.executions.all().filter((one) => one.messageId === messageId && one.index < index);
    let known = new Set<string | null>([responseOf(executionId)?.seenStateHash ?? null]);
    for (const { id, write, leftStateHash } of earlier.sort((one, other) => one.index - other.index)) {
      // A call that didn't run counts as applied if the page shows its intended state, whatever its cause.
      const [before = null, after = null] = deps.page.hashesOf(id) ?? [
        write?.before.stateHash,
        leftStateHash,
      ];
      if (after === null || !known.has(before)) continue;
      // Without `leftStateHash` the call may count as not made, e.g. if its change was reverted before it was settled.
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

    onApproval(old, now) {
      const isDone = (executionId: string) => tables.executions.get(executionId)?.state === 'done';
      const isLeft = now.calls.some(
        ({ executionId, isAsked, decision }) => isAsked && decision === null && !isDone(executionId),
      );
      if (now.state === 'pending' && !isLeft)
        problems.add('an approval request is pending with nothing to decide');
      if (now.state === 'decided' && isLeft)
        problems.add('an approval request is decided, but a call has no decision');
      for (const { executionId, isAsked, decision } of now.calls) {
        const before = old?.calls.find((call) => call.executionId === executionId)?.decision ?? null;
        if (decision === null) approved.delete(executionId);
        else if (!isAsked) problems.add('a decision is stored for a call that needs no approval');
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
      // A call of a plan needs the user's approval under any policy.
      const mayRun = (settings: PolicySettings) =>
        !settings.planMode && permissionIn(settings, tool, notes) === 'allow';
      const isAllowed = policies.some(mayRun) && responseOf(executionId)?.plan !== true;
      const decision = decisionOf(executionId);
      if (decision === null) {
        if (!isAllowed) problems.add(`${name} ran without the user’s approval`);
        // An allowed call between approved ones was part of the preview.
        const isShown = [...wanted].some(
          (one) =>
            one.executionId === executionId && same(one.args, args) && same([...one.notes], [...notes]),
        );
        if (!isShown && !knownHashes(executionId).has(deps.page.hash())) {
          problems.add(`${name} ran on a page that the model didn’t know`);
        }
        if (!same(args, writtenArguments(executionId)))
          problems.add(`${name} ran with other arguments than the model wrote`);
        return;
      }
      if (decision.verdict === 'rejected') problems.add(`${name} ran although the user rejected it`);
      const seen = approved.get(executionId) ?? [];
      if (!seen.some((one) => same(one.args, args)))
        problems.add(`${name} ran with other arguments than the user approved`);
      else if (!seen.some((one) => same([...one.notes], [...notes]))) {
        problems.add(`${name} ran on a page that the user didn’t see when they approved it`);
      }
    },

    // `shown` is also set for allowed calls between approved ones.
    isApproved: (executionId) =>
      tables.approvals
        .all()
        .some(({ calls }) => calls.some((call) => call.executionId === executionId && call.shown !== null)),

    onResult({ executionId, name, result, planned: isPlanned }) {
      const { error_code: code, message, data } = result;
      if (isPlanned === true && !inForce.some(({ planMode }) => planMode)) {
        problems.add(`${name} was only planned, though the chat wasn’t in plan mode`);
      }
      const decision = decisionOf(executionId);
      if (code === 'rejected_by_user' && decision?.verdict !== 'rejected') {
        problems.add(`${name} counts as rejected, but the user didn’t reject it`);
      }
      if (decision === null || ENDED_BEFORE.includes(code ?? '')) return;
      if (!message.includes(decision.note)) problems.add(`the result of ${name} leaves out the user’s note`);
      if (decision.verdict === 'rejected') return;
      const written = writtenArguments(executionId);
      const reported = same(decision.args, written)
        ? data?.ran_with === undefined && data?.proposed === undefined
        : same(data?.ran_with ?? null, decision.args) && same(data?.proposed ?? null, written);
      if (!reported) problems.add(`the result of ${name} misreports what the user changed`);
    },
  };
}

/** A tool's permission under a policy on this page. Restates the product's rule, so that the two can be compared. */
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
