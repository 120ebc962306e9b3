import { StewardError } from '../errors';
import type { JsonObject } from '../json';
import type { ApprovalCall, ArgumentProblem, CallChoice } from '../records/approval';
import type { DryRunRequest } from '../records/dry-run';
import { describeIssues } from '../tools/describe-issues';
import { inputSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';

/** The user's choices, read against the calls that are still open. */
export interface ReadChoices<Choice extends CallChoice = CallChoice> {
  /** What would run, in call order: what was approved, and what the policy lets run between. */
  toRun: DryRunRequest[];
  /** The asked calls that were chosen about, in call order. */
  chosen: { call: ApprovalCall; choice: Choice }[];
  problems: ArgumentProblem[];
}

/**
 * Reads choices: they are for the first of the open calls, all those up to the last one named. Arguments are checked by
 * the tool's schema as strictly as the model's. Throws `invalid-message` for choices that fit no open call, skip one, or
 * would have one otherwise about which nobody asks.
 */
export function readChoices<Choice extends CallChoice>(
  open: readonly ApprovalCall[],
  choices: readonly Choice[],
  tools: readonly ToolDefinition[],
): ReadChoices<Choice> {
  const byId = new Map(choices.map((choice) => [choice.executionId, choice]));
  if (byId.size !== choices.length) throw misfit('A call is named twice.');
  const last = open.findLastIndex(({ executionId }) => byId.has(executionId));
  const meant = open.slice(0, last + 1);
  const named = meant.filter(({ executionId }) => byId.has(executionId));
  if (named.length !== choices.length)
    throw misfit('A call is not open any more, or not part of the question.');

  const read: ReadChoices<Choice> = { toRun: [], chosen: [], problems: [] };
  for (const call of meant) {
    const choice = byId.get(call.executionId) ?? null;
    if (!call.isAsked) {
      if (choice !== null && !isPlain(choice))
        throw misfit('A call that was decided isn’t asked about any more.');
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

/** Whether a choice lets a call run as it is. */
function isPlain({ verdict, args, leftOut }: CallChoice): boolean {
  return verdict === 'approve' && args === null && leftOut.length === 0;
}

/** The arguments that may run, or what is wrong with them. */
function checkedArguments(
  call: ApprovalCall,
  { args, verdict }: CallChoice,
  tools: readonly ToolDefinition[],
): JsonObject | ArgumentProblem[] {
  if (args === null || verdict === 'reject') return call.args;
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool === undefined) throw misfit(`There is no tool ${call.tool} any more.`);
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return parsed.data as JsonObject;
  const checked = { value: args, schema: inputSchemaOf(tool.input) };
  return parsed.error.issues.map((issue) => ({
    executionId: call.executionId,
    path: issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
    message: describeIssues([issue], checked),
  }));
}

/** Thrown for choices that fit no open call. */
export function misfit(details: string): StewardError {
  return new StewardError('invalid-message', 'The decision doesn’t fit the question any more.', {
    remedy: 'Look at the question as it stands now, then decide again.',
    details,
  });
}
