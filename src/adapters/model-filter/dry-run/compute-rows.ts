import type { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import { hashJson } from '@/src/core/hash';
import { shortList } from '@/src/core/text/short-list';
import type { DryRunRequest, DryRunRow } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { ComputedRows } from '../../kit/calls';
import { type ListChange, listChanges } from '../../kit/rules/list-changes';
import {
  type ListedRule,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  rulesOf,
} from '../../kit/rules/provider-rules';
import { newRuleProblem } from '../../kit/rules/rule-problems';
import { rememberedWork, type Steps } from '../../kit/slices';
import { without } from '../../kit/without';
import type { ModelFilterContext } from '../model-filter-context';
import { ruleLabel } from '../rule-list';
import { applyRulesInput } from '../tools/apply-tools';
import { importInSteps, importRulesInput, type RuleOutcome } from '../tools/import-tools';
import { modelsOf } from '../tools/provider-view';
import { MAX_NAMED_RULES } from '../tools/tool-parts';

/** The rows of a call of `import_rules` or `apply_rules`. Other calls have no rows that can be left out. */
export function computeRows(
  context: ModelFilterContext,
  { tool, args, leftOut }: DryRunRequest,
): ComputedRows {
  return rowsOf(context, { tool, args, leftOut: [...leftOut] });
}

const rowsOf = rememberedWork(function* (
  context: ModelFilterContext,
  { tool, args, leftOut }: { tool: string; args: JsonObject; leftOut: string[] },
): Steps<ComputedRows> {
  const leftOutIds = new Set(leftOut);
  // For invalid arguments there are no rows: the tool itself reports them.
  if (tool === 'import_rules') {
    const call = importRulesInput.safeParse(args);
    if (call.success) return yield* importRows(call.data, args, context, leftOutIds);
  }
  if (tool === 'apply_rules') {
    const call = applyRulesInput.safeParse(args);
    if (call.success) return yield* applyRows(call.data.rule_sets, context, leftOutIds);
  }
  return { rows: [], args };
});

function* importRows(
  { mode, provider: wanted, ...given }: z.output<typeof importRulesInput>,
  args: JsonObject,
  context: ModelFilterContext,
  leftOutIds: ReadonlySet<string>,
): Steps<ComputedRows> {
  const provider = wanted ?? context.provider;
  if (!context.providers.includes(provider)) return { rows: [], args };
  const before = rulesOf(context.drafts, provider);
  // A merge skips rules that others cover, and that depends on the models.
  const { rows, set } =
    mode === 'merge'
      ? yield* mergeRows({ before, given, leftOutIds }, modelsOf(context, provider))
      : yield* setRows({ before, given, leftOutIds }, null);
  return { rows, args: { ...args, ...set } };
}

function* applyRows(
  given: readonly ({ provider: string } & RuleSet)[],
  context: ModelFilterContext,
  leftOutIds: ReadonlySet<string>,
): Steps<ComputedRows> {
  const parts: { rows: DryRunRow[]; set: { provider: string } & RuleSet }[] = [];
  for (const [index, { provider, ...set }] of given.entries()) {
    const before = rulesOf(context.drafts, provider);
    const part = yield* setRows({ before, given: set, leftOutIds }, provider);
    // The tool refuses a second set for the same provider. Its rows would repeat the ids of the first set's rows.
    const isFirst = given.findIndex((other) => other.provider === provider) === index;
    parts.push({ rows: isFirst ? part.rows : [], set: { provider, ...part.set } });
  }
  return { rows: parts.flatMap(({ rows }) => rows), args: { rule_sets: parts.map(({ set }) => set) } };
}

/** The existing rules of a provider, those of a call, and the ids of the rows that are left out. */
interface RowSource {
  before: RuleSet;
  given: RuleSet;
  leftOutIds: ReadonlySet<string>;
}

interface RowsOfSet {
  rows: DryRunRow[];
  /** The rules of the call without the rows that are left out. */
  set: RuleSet;
}

/**
 * One row for each change that the given rules make to the existing ones. `provider` is named in the rows' texts and ids;
 * null if the call has only one provider.
 */
function* setRows({ before, given, leftOutIds }: RowSource, provider: string | null): Steps<RowsOfSet> {
  const rows: DryRunRow[] = [];
  const set: RuleSet = { ignore: [], whitelist: [] };
  for (const kind of RULE_KINDS) {
    const kept = new Set<string | null>();
    for (const change of changesByList(before[kind], given[kind])) {
      yield;
      const what =
        change.pattern === null ? say('model-filter.row.order', { kind }) : ruleText(kind, change.pattern);
      const problem = change.kind === 'added' ? newRuleProblem(change.pattern, []) : null;
      const id = rowId(provider, kind, change);
      const isLeftOut = leftOutIds.has(id);
      // A list has at most one change of a pattern.
      if (isLeftOut) kept.add(change.pattern);
      rows.push({
        id,
        kind: change.kind,
        text: provider === null ? what : say('model-filter.row.ofProvider', { provider, what }),
        note: problem === null ? null : say('model-filter.row.invalid', { problem }),
        isLeftOut,
      });
    }
    set[kind] = withoutChanges(before[kind], given[kind], ({ pattern }) => kept.has(pattern));
  }
  return { rows, set };
}

/**
 * True for a text that can't be a rule. Merging skips it: its row is left out whatever the user chooses, and it stays in the call, whose
 * result counts it.
 */
function isNoRule({ pattern }: ListedRule): boolean {
  return newRuleProblem(pattern, []) !== null;
}

/** One row for each rule to merge, and the lists without the rows that are left out. */
function* mergeRows({ before, given, leftOutIds }: RowSource, ids: readonly string[]): Steps<RowsOfSet> {
  const rows: (DryRunRow & { rule: ListedRule })[] = [];
  for (const kind of RULE_KINDS) {
    for (const pattern of new Set(given[kind])) {
      yield;
      const rule = { kind, pattern };
      const id = rowId(null, kind, { kind: 'added', pattern });
      const row = { id, kind: 'added' as const, text: ruleText(kind, pattern), note: null };
      rows.push({ ...row, isLeftOut: leftOutIds.has(id) && !isNoRule(rule), rule });
    }
  }
  const leftOut = new Set(rows.flatMap(({ isLeftOut, rule }) => (isLeftOut ? ruleLabel(rule) : [])));
  const stays = (kind: RuleKind) =>
    given[kind].filter((pattern) => !leftOut.has(ruleLabel({ kind, pattern })));
  const set = { ignore: stays('ignore'), whitelist: stays('whitelist') };
  // If a covering rule is left out, the notes of the rules that it covers must be computed without it.
  const others = leftOut.size === 0 ? [] : yield* notesOn(before, set, ids);
  const notes = new Map([...(yield* notesOn(before, given, ids)), ...others]);
  return {
    rows: rows.map(({ rule, ...row }) => ({
      ...row,
      note: notes.get(ruleLabel(rule)) ?? null,
      isLeftOut: row.isLeftOut || isNoRule(rule),
    })),
    set,
  };
}

/** Maps each rule's label to the note on it. A rule that is given twice has the note on its first occurrence. */
function* notesOn(before: RuleSet, given: RuleSet, ids: readonly string[]): Steps<Map<string, Said | null>> {
  const { outcomes } = yield* importInSteps(ids, { before, given, mode: 'merge' });
  return new Map(outcomes.toReversed().map((outcome) => [ruleLabel(outcome), noteOn(outcome)]));
}

function ruleText(kind: RuleKind, pattern: string): Said {
  return say('model-filter.row.rule', { kind, rule: JSON.stringify(pattern) });
}

function noteOn(outcome: RuleOutcome): Said | null {
  switch (outcome.outcome) {
    case 'added':
      return outcome.addition.replaced.length === 0
        ? null
        : say('model-filter.row.replaces', { rules: fewRules(outcome.addition.replaced) });
    case 'covered':
      return say('model-filter.row.covered', { rules: fewRules(outcome.by) });
    case 'duplicate':
    case 'kept':
      return say('model-filter.row.there');
    case 'invalid':
      return say('model-filter.row.invalid', { problem: outcome.problem });
    default:
      return assertNever(outcome);
  }
}

function fewRules(patterns: readonly string[]): Said[] {
  const quoted = patterns.map((pattern) => JSON.stringify(pattern));
  return shortList(quoted, quoted.length, MAX_NAMED_RULES);
}

/** The changes that a given list makes, in display order. Each rule occurs once. */
export function changesByList(before: readonly string[], given: readonly string[]): ListChange[] {
  return listChanges(before, [...new Set(given)]);
}

/**
 * The given list without some of its changes. Left-out additions are removed from it; left-out removals return to their
 * old position, after the nearest rule that preceded them there.
 */
export function withoutChanges(
  before: readonly string[],
  given: readonly string[],
  isLeftOut: (change: ListChange) => boolean,
): string[] {
  const changes = changesByList(before, given).filter(isLeftOut);
  const patterns = (kind: ListChange['kind']) =>
    new Set(changes.flatMap((change) => (change.kind === kind ? [change.pattern] : [])));
  const notAdded = patterns('added');
  const list = given.filter((pattern) => !notAdded.has(pattern));
  const whole = withReturned(before, list, patterns('removed'));
  return patterns('modified').size > 0 ? inOldOrder(before, whole) : whole;
}

/** Inserts rules after the nearest rule that preceded them, or at the start if there is none. */
function withReturned(
  before: readonly string[],
  list: readonly string[],
  returned: ReadonlySet<string | null>,
): string[] {
  const inList = new Set(list);
  const front: string[] = [];
  const followers = new Map<string, string[]>();
  let place = front;
  for (const pattern of before) {
    if (returned.has(pattern)) {
      place.push(pattern);
    } else if (inList.has(pattern)) {
      place = [];
      followers.set(pattern, place);
    }
  }
  const whole = [...front];
  for (const pattern of list) {
    // Most patterns are followed by no restored rule.
    whole.push(pattern, ...(followers.get(pattern) ?? []));
    // A list may contain a rule twice; restored rules follow the first occurrence.
    followers.delete(pattern);
  }
  return whole;
}

/** Existing rules in their old order, followed by the new ones. */
function inOldOrder(before: readonly string[], list: readonly string[]): string[] {
  return [...without(before, without(before, list)), ...without(list, before)];
}

/** Hexadecimal digits of a row's id; enough to make collisions within a call negligible. */
const ID_LENGTH = 16;

/**
 * A row's id. It does not depend on the rest of the call, so it stays the same when the call is computed again.
 * `provider` is null for a tool that works on one provider.
 */
function rowId(provider: string | null, kind: RuleKind, change: ListChange): string {
  return hashJson([provider, kind, change.kind, change.pattern]).slice(0, ID_LENGTH);
}
