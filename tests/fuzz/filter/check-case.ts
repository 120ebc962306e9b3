import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { assertSame } from './assert-same';
import { checkData } from './check-data';
import { checkFailure } from './check-failure';
import { checkListing } from './check-listing';
import { checkPreview } from './check-preview';
import { type FilterCall, type RulesByProvider, rulesAfter, rulesOf, toolName } from './filter-call';
import { PROVIDERS } from './filter-calls';
import type { FilterCase } from './filter-case';
import type { FilterRig, OpenPage } from './filter-rig';
import { differenceOf, predict, visibleIds } from './predictions';

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
