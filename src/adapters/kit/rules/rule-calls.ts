import type { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { failure } from '@/src/core/records/tool-result';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ChangePreview, DryRunRow } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import { type ChangeWithoutMessage, computedCalls } from '../calls';
import { computeCallOf, type ReadTool } from '../computed-tool';
import { filterInSteps, inSlices, rememberedWork, type Steps } from '../slices';
import { searchBudget } from '../star-pattern';
import type { StepBudget } from '../step-budget';
import { LIST_MODELS, listed } from '../tool-results';
import { without } from '../without';
import { sameTexts } from './list-changes';
import { tooManyRules } from './rule-lists';

/** The change of one list of rules that a call requests. */
export interface WantedRules<List> {
  list: List;
  action: 'add' | 'remove' | 'replace';
  patterns: readonly string[];
}

/** A valid change of one list. */
interface RuleChange<Context extends Json, List> extends ChangeWithoutMessage<Context> {
  list: List;
  /** All rules of the list after the change. */
  rules: readonly string[];
}

/** A tool that changes one list of rules. Its argument `patterns` contains the rules. */
export interface RuleTool<List> {
  readonly definition: ToolDefinition;
  wanted(args: JsonObject): WantedRules<List>;
}

/**
 * Declares a tool that changes rules. It requires approval, because the server applies or stores the change at once.
 */
export function ruleTool<Input extends z.ZodObject<{ patterns: z.ZodType<string[]> }>, List>(
  declared: Pick<ToolDefinition, 'name' | 'line' | 'description' | 'question'> & { input: Input },
  action: WantedRules<List>['action'],
  listOf: (args: z.output<Input>) => List,
): RuleTool<List> {
  return {
    definition: defineTool({ ...declared, effect: 'write', defaultPermission: 'ask', readWith: LIST_MODELS }),
    wanted: (args) => {
      // The arguments were parsed by this input, which transforms nothing. The same applies to the cast below.
      const { patterns } = args as { patterns: string[] };
      return { action, list: listOf(args as z.output<Input>), patterns };
    },
  };
}

/** Functions that an adapter supplies for a page whose lists of rules are changed over an API. */
export interface RulePage<Context extends Json, List> {
  readonly reads: readonly ReadTool<Context>[];
  readonly changes: readonly RuleTool<List>[];
  /** The rules of a list; empty if the context does not contain the list. */
  rulesIn(context: Context, list: List): readonly string[];
  /** The list that a call names, spelled as on the server; null if there is none. */
  find(context: Context, wanted: WantedRules<List>): List | null;
  /** The result of a call whose list does not exist on the page. */
  unknown(context: Context, list: List): ToolResult;
  /** The rules as the server normalizes them. Missing if it stores them unchanged. */
  stored?(patterns: readonly string[]): readonly string[];
  /**
   * The failure of a change that the list does not allow; null if the change is allowed. A removal of rules that don't
   * exist needs no check here.
   */
  problem(context: Context, wanted: WantedRules<List>): ToolResult | null;
  /** The failure of a change to rules that the list already has. */
  nothingNew(wanted: WantedRules<List>): ToolResult;
  /** A copy of the context with other rules in one list, and the step that makes this change on the page. */
  withRules(
    context: Context,
    list: List,
    rules: readonly string[],
  ): Pick<ChangeWithoutMessage<Context>, 'after'> & { step: JsonObject };
  /** The ids that the rules of a list are compared with; null if they are unknown. */
  modelsOf(context: Context, list: List): readonly string[] | null;
  /** Compiles a rule as the server does: true for an id that it matches. Charges its work to `budget`. */
  matcher(pattern: string, budget: StepBudget): (id: string) => boolean;
  /**
   * A note about one rule of a call with several, for its row in the dry run; null without a note. `count` is the number of ids that it
   * matches, null if they are unknown; `isThere` is true for an addition of a rule that the list has.
   */
  noteOn(count: number | null, isThere: boolean): Said | null;
  preview(before: Context, after: Context): ChangePreview;
  /** The result of a completed change. `done` is the page's own result. */
  changed(change: RuleChange<Context, List>, before: Context, done: ToolResult): ToolResult;
}

/** Creates the tools of a page whose lists of rules are changed over an API, and their dry run. */
export function ruleCalls<Context extends State, State extends Json, List>(
  adapter: AdapterDefinition<Context, State>,
  page: RulePage<Context, List>,
): ReturnType<typeof computedCalls> {
  const toolOf = (tool: string) => page.changes.find(({ definition }) => definition.name === tool);

  const read = computeCallOf(page.reads);

  /** Notes about the rules of a call, in their order. */
  const notesOn = rememberedWork(function* (
    context: object,
    { tool, args }: { tool: string; args: JsonObject },
  ): Steps<(Said | null)[]> {
    const wanted = toolOf(tool)?.wanted(args);
    const list = wanted && page.find(context as Context, wanted);
    const patterns = [...new Set(wanted?.patterns)];
    if (wanted === undefined || list === undefined || list === null) return patterns.map(() => null);
    const rules = new Set(page.rulesIn(context as Context, list));
    const ids = page.modelsOf(context as Context, list);
    const budget = searchBudget();
    const notes: (Said | null)[] = [];
    for (const pattern of patterns) {
      const matching = ids && (yield* filterInSteps(ids, page.matcher(pattern, budget)));
      notes.push(page.noteOn(matching?.length ?? null, wanted.action === 'add' && rules.has(pattern)));
      yield;
    }
    return notes;
  });

  return computedCalls<Context, State, RuleChange<Context, List>>(adapter, {
    computeCall(context, tool, args) {
      const wanted = toolOf(tool)?.wanted(args);
      return wanted === undefined ? read(context, tool, args) : ruleChange(page, context, wanted);
    },
    rows(context, { tool, args, leftOut }) {
      const wanted = toolOf(tool)?.wanted(args);
      const patterns = [...new Set(wanted?.patterns)];
      // No rows for a replacement: leaving out a rule would remove it from the list.
      if (wanted === undefined || wanted.action === 'replace' || patterns.length < 2)
        return { rows: [], args };
      const kind = wanted.action === 'add' ? 'added' : 'removed';
      const isLeftOut = new Set(leftOut);
      const notes = notesOn(Object(context), { tool, args });
      const rows = patterns.map((pattern, index): DryRunRow => {
        const note = notes[index] ?? null;
        return { id: pattern, text: JSON.stringify(pattern), isLeftOut: isLeftOut.has(pattern), kind, note };
      });
      return { rows, args: { ...args, patterns: without(patterns, leftOut) } };
    },
    preview: (before, after, _changes, { signal }) => inSlices(() => page.preview(before, after), signal),
    changed: (change, before, done) => (done.success ? page.changed(change, before, done) : done),
  });
}

/** The change that a call makes on this context, or the result of an invalid call. */
function ruleChange<Context extends Json, List>(
  page: RulePage<Context, List>,
  context: Context,
  asked: WantedRules<List>,
): RuleChange<Context, List> | ToolResult {
  const list = page.find(context, asked);
  if (list === null) return page.unknown(context, asked.list);
  const wanted = { ...asked, list, patterns: page.stored?.(asked.patterns) ?? asked.patterns };
  const before = page.rulesIn(context, list);
  const failed = page.problem(context, wanted) ?? missingRules(before, wanted);
  if (failed !== null) return failed;
  const rules = rulesAfter(before, wanted);
  if (sameTexts(rules, before)) return page.nothingNew(wanted);
  const tooMany = tooManyRules(rules.length);
  if (tooMany !== null) return tooMany;
  return { list, rules, ...page.withRules(context, list, rules) };
}

function rulesAfter(before: readonly string[], { action, patterns }: WantedRules<unknown>): string[] {
  if (action === 'remove') return without(before, patterns);
  return [...new Set(action === 'add' ? [...before, ...patterns] : patterns)];
}

function missingRules(
  before: readonly string[],
  { action, patterns }: WantedRules<unknown>,
): ToolResult | null {
  const missing = action === 'remove' ? without(patterns, before) : [];
  if (missing.length === 0) return null;
  return failure('rule_not_found', 'There are no such rules, so nothing was removed.', {
    ...listed('missing', missing),
    ...listed('rules', before),
  });
}
