import type { ApprovalCall, ArgumentProblem, CallChoice } from '@/src/schema/approval';
import type { DryRunRequest } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import { type StewardError, textError } from '../errors';
import { saidIssues } from '../tools/describe-issues';
import { inputSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';
import { parseEdited } from '../tools/validate-call';

/** The user's choices, matched with the undecided calls. */
export interface ReadChoices<Choice extends CallChoice = CallChoice> {
  /** The calls that would run, in call order: the approved ones, and the allowed ones between them. */
  toRun: DryRunRequest[];
  /** The calls that need approval and have a choice, in call order. */
  chosen: { call: ApprovalCall; choice: Choice }[];
  problems: ArgumentProblem[];
}

/**
 * Matches choices with the undecided calls up to the last chosen one. Edited arguments are validated by the tool's schema,
 * like the model's. Throws `invalid-message` if a choice fits no undecided call, a call that needs approval is skipped, or
 * a choice changes a call that needs no approval.
 */
export function readChoices<Choice extends CallChoice>(
  open: readonly ApprovalCall[],
  choices: readonly Choice[],
  tools: readonly ToolDefinition[],
): ReadChoices<Choice> {
  const byId = new Map(choices.map((choice) => [choice.executionId, choice]));
  if (byId.size !== choices.length) throw misfit('A call is named twice.');
  const last = open.findLastIndex(({ executionId }) => byId.has(executionId));
  const covered = open.slice(0, last + 1);
  const named = covered.filter(({ executionId }) => byId.has(executionId));
  if (named.length !== choices.length)
    throw misfit('A call is already decided, or not part of the approval request.');

  const read: ReadChoices<Choice> = { toRun: [], chosen: [], problems: [] };
  for (const call of covered) {
    const choice = byId.get(call.executionId) ?? null;
    if (!call.isAsked) {
      if (choice !== null && !isPlain(choice))
        throw misfit('A call that needs no approval can’t be changed or rejected.');
      read.toRun.push({ executionId: call.executionId, tool: call.tool, args: call.args, leftOut: [] });
      continue;
    }
    if (choice === null) throw misfit('Calls are decided in their order.');
    const checked = checkedArguments(call, choice, tools);
    if (Array.isArray(checked)) {
      read.problems.push(...checked);
      continue;
    }
    read.chosen.push({ call, choice });
    if (choice.verdict === 'reject') continue;
    const { executionId, tool } = call;
    read.toRun.push({ executionId, tool, args: checked, leftOut: choice.leftOut });
  }
  return read;
}

/** True if a choice approves a call unchanged. */
function isPlain({ verdict, args, leftOut }: CallChoice): boolean {
  return verdict === 'approve' && args === null && leftOut.length === 0;
}

/** The arguments that may run, or their validation errors. */
function checkedArguments(
  call: ApprovalCall,
  { args, verdict }: CallChoice,
  tools: readonly ToolDefinition[],
): JsonObject | ArgumentProblem[] {
  if (args === null || verdict === 'reject') return call.args;
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool === undefined) throw misfit(`There is no tool ${call.tool} any more.`);
  const parsed = parseEdited(tool, args);
  if (!Array.isArray(parsed)) return parsed;
  const checked = { value: args, schema: inputSchemaOf(tool.input) };
  return parsed.flatMap((issue) =>
    saidIssues([issue], checked).map((message) => ({
      executionId: call.executionId,
      path: issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
      message,
    })),
  );
}

/** The error for choices that don't match the undecided calls. */
export function misfit(details: string): StewardError {
  return textError('invalid-message', 'error.policy.misfit', { details });
}
