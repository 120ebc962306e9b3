import type { ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import type { Message, ToolCall } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { toolsFor } from '../adapter/adapter-of-chat';
import { currentMessages } from '../history/current-messages';
import { changedBy } from '../page-history/changed-by';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { pageChanged } from '../tools/call-results';
import { validateCall } from '../tools/validate-call';
import type { CallAtGate, GateAnswer } from './call-at-gate';
import type { GateDeps } from './gate-deps';
import { missingDryRun } from './missing-dry-run';
import { writableStateHash } from './write-guard';

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
    const result = pageChanged(await changedBy(deps, chat, reading));
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
    message: `Planned, not done: ${summary} The page is as it was.`,
    data: {
      planned: true,
      ...(!isUnknown && {
        effects: effects.map(({ title, names, total }) => ({
          title,
          names: names.slice(0, MAX_REPORTED_NAMES).map(({ name }) => name),
          total,
        })),
      }),
    },
  };
}
