import { assertNever } from '@/src/core/assert-never';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { assertSame } from './assert-same';
import { checkData } from './check-data';
import {
  type FilterCall,
  type ImportArgs,
  isRule,
  type RulesByProvider,
  rulesAfter,
  rulesOf,
  toolName,
} from './filter-call';
import { PROVIDERS } from './filter-calls';
import type { FilterCase } from './filter-case';
import type { FilterRig, OpenPage } from './filter-rig';
import { differenceOf, type PredictedModel, predict, visibleIds } from './predictions';

/**
 * Checks that a preview changed nothing. Then imports what was previewed, and returns the result. Throws if
 * it differs from the preview.
 */
async function checkPreview(
  args: ImportArgs,
  preview: ToolResult,
  { before, inView }: FilterCase,
  page: OpenPage,
): Promise<ToolResult> {
  assertSame('the rules after the preview', await page.readDrafts(), before);
  const own = rulesOf(before, args.provider ?? inView);
  const left = args.mode === 'replace' ? own : { ignore: [], whitelist: [] };
  const applied = await page.run('import_rules', { ...left, ...args });
  if (applied.error_code === 'nothing_to_change') return applied;
  assertSame('the code of the preview', preview.error_code, applied.error_code);
  if (!applied.success) return applied;
  const { outcomes: said, ...previewed } = preview.data ?? {};
  const { outcomes: came, ...imported } = applied.data ?? {};
  assertSame('what was previewed', previewed, imported);
  // If the preview was given only one list, it has no outcomes for the other.
  const isWhole = args.ignore !== undefined && args.whitelist !== undefined;
  if (isWhole) assertSame('the outcomes that were previewed', said, came);
  return applied;
}

/** Compares the names in a reading tool's result with Python's `fnmatch`. Throws at the first difference. */
async function checkListing(
  call: FilterCall,
  data: JsonObject,
  { models, python }: { models: readonly PredictedModel[]; python: Predictor },
): Promise<void> {
  if (call.tool === 'get_models_matching_pattern') {
    const matches = await python.matches(models.map(({ id }) => [call.args.pattern, id]));
    const names = models.filter((_, index) => matches[index]).map(({ name }) => name);
    assertSame('matching_models', [...(data.matching_models as string[])].sort(), names.sort());
  }
  if (call.tool === 'list_models') {
    const wanted = models.filter((model) => isShown(model, call.args.show)).map(toListed);
    assertSame('models', [...(data.models as { name: string }[])].sort(byName), wanted.sort(byName));
    assertSame('total', data.total, wanted.length);
  }
}

function isShown({ isVisible, rule }: PredictedModel, show: string): boolean {
  if (show === 'kept') return rule?.[0] === 'whitelist';
  if (show === 'unmatched') return rule === null;
  return isVisible === (show === 'visible');
}

function toListed({ name, rule }: PredictedModel) {
  if (rule === null) return { name, status: 'normal' };
  const [rule_type, pattern] = rule;
  return { name, status: rule_type === 'ignore' ? 'ignored' : 'whitelisted', rule: { rule_type, pattern } };
}

function byName(left: { name: string }, right: { name: string }): number {
  return left.name < right.name ? -1 : 1;
}

/** Throws unless the call had to fail with this code. */
async function checkFailure(
  call: FilterCall,
  { error_code = '', message, data = {} }: ToolResult,
  { made, provider, python }: { made: FilterCase; provider: string; python: Predictor },
): Promise<void> {
  const ids = (made.names[provider] ?? []).map((name) => `${provider}/${name}`);
  if (!allowedCodes(call, made, provider).includes(error_code)) {
    throw new Error(`It failed with ${error_code}: ${message}`);
  }
  if (call.tool === 'add_rule' && error_code === 'already_covered') {
    const matched = await matching(python, call.args.pattern, ids);
    for (const older of data.existing_rules as string[]) {
      const covered = await matching(python, older, ids);
      const left = matched.filter((id) => !covered.includes(id));
      if (left.length > 0) throw new Error(`${older} doesn’t cover it: ${left.join(', ')}`);
    }
  }
  if (error_code === 'no_match' && call.tool === 'get_models_matching_pattern') {
    const matched = await matching(python, call.args.pattern, ids);
    if (matched.length > 0) throw new Error(`It does match ${matched.join(', ')}`);
  }
}

function allowedCodes(call: FilterCall, { before, inView }: FilterCase, provider: string): string[] {
  const own = rulesOf(before, provider);
  const wanted = rulesAfter(call, before, inView);
  // Refused by the tool's schema.
  if ('pattern' in call.args && !hasPossibleLength(call.args.pattern)) return ['invalid_parameters'];
  switch (call.tool) {
    case 'add_rule':
      if (!isRule(call.args.pattern)) return ['invalid_pattern'];
      return own[call.kind].includes(call.args.pattern) ? ['duplicate_rule'] : ['already_covered'];
    case 'remove_rule':
      return wanted === null ? ['rule_not_found'] : [];
    case 'clear_all_rules':
      return own[call.kind].length === 0 ? ['nothing_to_change'] : [];
    case 'import_rules':
      return wanted === null ? ['invalid_pattern'] : ['nothing_to_change'];
    case 'preview_rules':
      return wanted === null ? ['invalid_pattern'] : [];
    case 'apply_rules':
      return wanted === null ? ['invalid_rules'] : ['nothing_to_change'];
    case 'get_models_matching_pattern':
      return isRule(call.args.pattern) ? ['no_match'] : ['invalid_pattern'];
    case 'list_models':
      return [];
    default:
      return assertNever(call);
  }
}

function hasPossibleLength(pattern: string): boolean {
  return pattern.length >= 1 && pattern.length <= 200;
}

async function matching(python: Predictor, pattern: string, ids: readonly string[]): Promise<string[]> {
  const matches = await python.matches(ids.map((id) => [pattern, id]));
  return ids.filter((_, index) => matches[index]);
}

const { signal } = new AbortController();

/**
 * Calls a tool on the real page of a new proxy, saves, and compares the tool's result with the proxy's list
 * before and after, and with the rules' effect according to Python's `fnmatch`. Throws an error with the
 * difference.
 */
export async function checkCase(made: FilterCase, rig: FilterRig, python: Predictor): Promise<void> {
  const { names, before: rulesBefore, inView, call } = made;
  const page = await rig.open(names);
  await page.half.applyState({ provider: inView, drafts: rulesBefore, search: '' }, signal);
  await saveAll(page, Object.keys(rulesBefore).length > 0);
  const listedBefore = await page.listIds();
  const before = await predict(python, names, rulesBefore);
  assertSame('the list before', listedBefore, visibleIds(before));

  const result = await page.run(toolName(call), call.args as JsonObject);
  const done = call.tool === 'preview_rules' ? await checkPreview(call.args, result, made, page) : result;
  const drafts = await page.readDrafts();
  checkLists(call, done, made, drafts);
  const saved = await saveAll(page, JSON.stringify(drafts) !== JSON.stringify(rulesBefore));
  // The proxy applies saved rules at once, and the page has loaded the models whose rules the tool changed.
  if (saved !== null) assertSame('effective', saved.effective, 'now');
  assertSame('the saved rules', await page.readSaved(), drafts);

  const listedAfter = await page.listIds();
  const wanted = rulesAfter(call, rulesBefore, inView) ?? rulesBefore;
  const after = await predict(python, names, drafts);
  assertSame('the list after', listedAfter, visibleIds(after));
  assertSame('what the call is for', listedAfter, visibleIds(await predict(python, names, wanted)));

  const provider = ('provider' in call.args ? call.args.provider : undefined) ?? inView;
  if (!result.success) await checkFailure(call, result, { made, provider, python });
  else {
    const difference = (of: string) => differenceOf(of, listedBefore, listedAfter);
    checkData(call, result.data ?? {}, {
      provider,
      rulesBefore,
      rulesAfter: drafts,
      before,
      after,
      differenceOf: difference,
    });
    await checkListing(call, result.data ?? {}, { models: before.get(provider) ?? [], python });
  }
}

/** The result of saving; null if there was nothing to save. */
async function saveAll({ run }: OpenPage, hasChanges: boolean): Promise<JsonObject | null> {
  const { success, message, error_code, data = {} } = await run('save_changes', {});
  if (success !== hasChanges || (!success && error_code !== 'nothing_to_save')) {
    throw new Error(`Saving ${hasChanges ? 'changes' : 'no changes'} gave: ${message}`);
  }
  return success ? data : null;
}

/** Checks the lists themselves where the call determines them; what a merge adds depends on the models. */
function checkLists(
  call: FilterCall,
  result: ToolResult,
  { before, inView }: FilterCase,
  drafts: RulesByProvider,
): void {
  const wanted = result.success ? rulesAfter(call, before, inView) : before;
  if (wanted === null) throw new Error(`It should have failed: ${result.message}`);
  const isMerge = 'mode' in call.args && call.args.mode === 'merge';
  if (isMerge && result.success) return;
  const replaced = result.success ? ((result.data?.replaced_rules ?? []) as string[]) : [];
  for (const provider of PROVIDERS) {
    const { ignore, whitelist } = rulesOf(wanted, provider);
    const isAbout = 'kind' in call && call.tool === 'add_rule' && (call.args.provider ?? inView) === provider;
    const keep = (kind: string) => (pattern: string) =>
      !(isAbout && kind === call.kind && replaced.includes(pattern));
    assertSame(`the rules of ${provider}`, rulesOf(drafts, provider), {
      ignore: [...new Set(ignore)].filter(keep('ignore')),
      whitelist: [...new Set(whitelist)].filter(keep('whitelist')),
    });
  }
}
