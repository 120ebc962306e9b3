import type { ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import type { AssistantMessage, Message, ToolCall } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { toolsFor } from '../adapter/adapter-of-chat';
import { currentMessages } from '../history/current-messages';
import { changedByText } from '../page-history/changed-by';
import type { MessageJournal } from '../ports/message-journal';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { english } from '../text/english';
import { pageChanged } from '../tools/call-results';
import { validateCall } from '../tools/validate-call';
import type { CallAtGate, GateAnswer, GateDeps } from './call-at-gate';
import { missingDryRun } from './plain-dry-run';

/** Maximum number of names per list in the result of a planned call. */
const MAX_REPORTED_NAMES = 50;

/**
 * Plan mode: makes a dry run of a call after the calls that the run has already planned. Its effects are the result with
 * which the model continues.
 */
export async function gatherCall(
  deps: GateDeps,
  record: ChatRecord,
  { response, execution, tool, args }: CallAtGate,
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { chat } = record;
  // The record was read before the first call of this response.
  const messages = await currentMessages(deps.journal, record, response.position);
  const tools = toolsFor(chat, deps.adapters);
  const earlier = plannedCalls(messages, execution.runId).flatMap((call): DryRunRequest[] => {
    const checked = validateCall(tools, call);
    if (checked.kind === 'invalid') return [];
    return [{ executionId: call.executionId, tool: checked.tool.name, args: checked.args, leftOut: [] }];
  });
  const request = { executionId: execution.id, tool: tool.name, args, leftOut: [] };
  const { dryRun, reading } = await deps.dryRuns.run(chat, [...earlier, request], signal);
  if (reading.stateHash !== (await writableStateHash(deps, response))) {
    const result = pageChanged(await changedByText(deps, chat, reading));
    return { kind: 'settled', result, decision: 'not-asked', note: '' };
  }
  const callDryRun = dryRun.calls.find(({ executionId }) => executionId === execution.id);
  if (callDryRun?.kind === 'change') return { kind: 'planned', result: plannedResult(callDryRun.preview) };
  if (callDryRun === undefined) throw missingDryRun(tool.name);
  return { kind: 'settled', result: callDryRun.result, decision: 'not-asked', note: '' };
}

/** The calls that a run has planned since it last presented a plan to the user, in order. */
export function plannedCalls(messages: readonly Message[], runId: string): ToolCall[] {
  const ofRun = conversation(messages).filter((message) => message.runId === runId);
  const from = ofRun.findLastIndex((message) => message.role === 'assistant' && message.plan === true) + 1;
  const since = ofRun.slice(from);
  const planned = new Set(
    since.flatMap((message) =>
      message.role === 'tool' && message.planned === true ? [message.executionId] : [],
    ),
  );
  return since.flatMap((message) =>
    message.role === 'assistant'
      ? message.toolCalls.filter(({ executionId }) => planned.has(executionId))
      : [],
  );
}

function plannedResult({ summary, effects, notes }: ChangePreview): ToolResult {
  const isUnknown = effects.length === 0 && notes.some(({ topic }) => topic === 'unknown');
  return {
    success: true,
    message: `Planned, not done: ${english(summary)} The page is as it was.`,
    data: {
      planned: true,
      ...(!isUnknown && {
        effects: effects.map(({ title, names, total }) => ({
          title: english(title),
          names: names.slice(0, MAX_REPORTED_NAMES).map(({ name }) => name),
          total,
        })),
      }),
    },
  };
}

type WriteGuardDeps = { journal: Pick<MessageJournal, 'stateHashesOf'> };

type Seen = Pick<AssistantMessage, 'id' | 'seenStateHash'>;

/**
 * Hash of the state from which the next write of a response may start: the state that the model was sent, or the state that
 * this response's own writes produced from it. Later readings don't count, since the model decided without them. Null if no
 * state was sent, or after a write that the user approved in another state: the model doesn't know the state after it.
 */
export async function writableStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash, toolCalls }: Seen & Pick<AssistantMessage, 'toolCalls'>,
): Promise<string | null> {
  // No write of the response can precede its only call.
  if (toolCalls.length === 1) return seenStateHash;
  let writable = seenStateHash;
  for (const { before, after } of await journal.stateHashesOf(id)) {
    writable = before === writable ? after : null;
  }
  return writable;
}

/**
 * Hash of the state after the last write of a response, from whatever state that write started; without a write, the state
 * that the model was sent. An approved call whose dry run could not compute its starting state may start from it.
 */
export async function lastLeftStateHash(
  { journal }: WriteGuardDeps,
  { id, seenStateHash }: Seen,
): Promise<string | null> {
  const writes = await journal.stateHashesOf(id);
  return writes.at(-1)?.after ?? seenStateHash;
}
