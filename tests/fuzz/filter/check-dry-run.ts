import { canonicalJson, hashJson } from '@/src/core/hash';
import { english } from '@/src/core/text/english';
import type { CallDryRun, ChangePreview, DryRunRow } from '@/src/schema/dry-run';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { assertSame } from './assert-same';
import type { DryRunCall, DryRunCase } from './dry-run-case';
import { placesOf, type RulesByProvider, rulesOf } from './filter-call';
import { PROVIDERS } from './filter-calls';
import type { FilterRig, OpenPage } from './filter-rig';
import { predict, visibleIds } from './predictions';

const { signal } = new AbortController();

/**
 * The visible models according to the page's rules, and the proxy's list, each with the rules that determine
 * it.
 */
interface View {
  drafts: RulesByProvider;
  saved: RulesByProvider;
  onPage: string[];
  forClients: string[];
}

/**
 * Computes the dry run of calls, runs them for real, and compares both: on the page, the rules' effect
 * according to Python's `fnmatch`; for clients, the proxy's list. Throws an error with the difference.
 */
export async function checkDryRun(made: DryRunCase, rig: FilterRig, python: Predictor): Promise<void> {
  const page = await rig.open(made.names);
  await page.half.applyState({ provider: made.inView, drafts: made.saved, search: '' }, signal);
  await page.run('save_changes', {});
  await page.half.applyState({ provider: made.inView, drafts: made.drafts, search: 'o' }, signal);
  // Only a save may change the file, so it is read after each save, and at the end.
  const look = async (earlier: View | null, readsFile: boolean): Promise<View> => {
    const drafts = await page.readDrafts();
    const isSame = earlier !== null && canonicalJson(earlier.drafts) === canonicalJson(drafts);
    const onPage = isSame ? earlier.onPage : visibleIds(await predict(python, made.names, drafts));
    if (earlier !== null && !readsFile) return { ...earlier, drafts, onPage };
    return { drafts, onPage, saved: await page.readSaved(), forClients: await page.listIds() };
  };

  const first = await look(null, true);
  const untouched = await page.readState();
  page.steps.length = 0;
  const { dryRuns, net, leftOut } = await computed(made, page);
  await checkUntouched(page, untouched);
  let before = first;
  for (const [index, call] of made.calls.entries()) {
    const dryRun = dryRuns[index];
    if (dryRun === undefined) throw new Error(`Call ${index + 1} has no dry run.`);
    await checkCall(call, dryRun, page);
    const readsFile = call.tool === 'save_changes' || index === made.calls.length - 1;
    const after = await look(before, readsFile);
    if (dryRun.kind === 'change') {
      checkPreview(`the preview of call ${index + 1}`, dryRun.preview, before, after);
      checkRows(call, dryRun.rows, before.drafts, after.drafts);
    } else assertSame(`what call ${index + 1} changed`, after, before);
    checkLeftOut(call, dryRun, leftOut[index] ?? []);
    before = after;
  }
  checkPreview('the net preview', net, first, before);
}

/** The dry run, and the rows that are excluded from every second call that has rows. */
async function computed({ calls }: DryRunCase, page: OpenPage) {
  const leftOut: string[][] = [];
  const requestsTo = (index: number) =>
    calls.slice(0, index + 1).map(({ tool, args }, at) => {
      return { executionId: `e${at}`, tool, args, leftOut: leftOut[at] ?? [] };
    });
  // As for a user: the exclusions of one call determine the rows of the next.
  for (const [index, { leavesOut }] of calls.entries()) {
    if (!leavesOut.includes(true)) continue;
    const { calls: dryRuns } = await page.compute(requestsTo(index));
    const rows = dryRuns[index]?.rows ?? [];
    leftOut[index] = rows.filter((_, at) => leavesOut[at]).map(({ id }) => id);
  }
  const { calls: dryRuns, net } = await page.compute(requestsTo(calls.length - 1));
  return { dryRuns, net, leftOut };
}

/** A dry run may load models, but change nothing else. */
async function checkUntouched(page: OpenPage, before: Awaited<ReturnType<OpenPage['readState']>>) {
  const after = await page.readState();
  const known = Object.keys(before.state.models as object);
  const loaded = Object.keys(after.state.models as object);
  assertSame('the steps of a dry run', page.steps, []);
  assertSame(
    'the page after the dry run',
    { ...after.state, models: null },
    { ...before.state, models: null },
  );
  if (loaded.length === known.length) assertSame('the revision', after.revision, before.revision);
}

async function checkCall(call: DryRunCall, dryRun: CallDryRun, page: OpenPage): Promise<void> {
  page.steps.length = 0;
  const hash = hashJson(page.half.stateOf(await page.half.getContext(signal)));
  assertSame('stateHashBefore', dryRun.stateHashBefore, hash);
  if (dryRun?.kind === 'change') {
    const result = await page.run(call.tool, dryRun.args);
    if (!result.success) throw new Error(`It should change something, but failed: ${result.message}`);
    assertSame('the step', page.steps.map(canonicalJson), [canonicalJson(dryRun.step)]);
    return;
  }
  const result = await page.run(call.tool, dryRun.args);
  assertSame('the failure', result, dryRun.result);
  assertSame('the steps of a failure', page.steps, []);
}

function checkPreview(what: string, preview: ChangePreview, before: View, after: View): void {
  const onPage = expectedLists(before.drafts, after.drafts, [before.onPage, after.onPage]);
  const forClients = expectedLists(before.saved, after.saved, [before.forClients, after.forClients]);
  const titled = (title: string) => {
    const list = preview.effects.find((effect) => english(effect.title) === title);
    assertSame(`${what}: the total of “${title}”`, list?.total ?? 0, list?.names.length ?? 0);
    return (list?.names ?? []).map(({ name }) => name).sort();
  };
  const said = {
    onPage: [titled('Newly hidden'), titled('Brought back')],
    forClients: [titled('Newly hidden from clients'), titled('Brought back for clients')],
  };
  assertSame(`${what}: clients`, said.forClients, forClients);
  // If the effect for clients is the same as on the page, it is listed once.
  const isTold = canonicalJson(onPage) !== canonicalJson(forClients);
  assertSame(`${what}: the page`, said.onPage, isTold ? onPage : [[], []]);
}

/** Names that disappear and appear; ids if more than one provider's rules differ. */
function expectedLists(
  before: RulesByProvider,
  after: RulesByProvider,
  [seen, seenLater]: [string[], string[]],
): string[][] {
  const differing = PROVIDERS.filter(
    (provider) => JSON.stringify(rulesOf(before, provider)) !== JSON.stringify(rulesOf(after, provider)),
  );
  const nameOf = (id: string) => (differing.length > 1 ? id : id.slice(id.indexOf('/') + 1));
  const missing = (ids: string[], others: string[]) =>
    ids
      .filter((id) => !others.includes(id))
      .map(nameOf)
      .sort();
  return [missing(seen, seenLater), missing(seenLater, seen)];
}

/**
 * If lists are set as a whole, exactly the rules of the included rows are added and removed; if rules are
 * merged, none of the excluded ones is added.
 */
function checkRows(
  { tool, args }: DryRunCall,
  rows: readonly DryRunRow[],
  before: RulesByProvider,
  after: RulesByProvider,
): void {
  if (tool !== 'apply_rules' && tool !== 'import_rules') return;
  const prefix = tool === 'apply_rules' ? (provider: string) => `${provider}: ` : () => '';
  const computed = (kind: DryRunRow['kind'], isLeftOut = false) =>
    rows.filter((row) => row.kind === kind && row.isLeftOut === isLeftOut).map(({ text }) => english(text));
  const added = onlyIn(after, before, prefix);
  if (args.mode === 'merge') {
    const addedAnyway = computed('added', true).filter((text) => added.includes(text));
    assertSame('what was left out and came', addedAnyway, []);
    return;
  }
  assertSame('the added rules', added, computed('added').sort());
  assertSame('the removed rules', onlyIn(before, after, prefix), computed('removed').sort());
}

function onlyIn(
  one: RulesByProvider,
  other: RulesByProvider,
  prefix: (provider: string) => string,
): string[] {
  return placesOf(one)
    .filter(({ provider, kind, pattern }) => !rulesOf(other, provider)[kind].includes(pattern))
    .map(({ provider, kind, pattern }) => `${prefix(provider)}${kind} rule ${JSON.stringify(pattern)}`)
    .sort();
}

/** Excluded are the rows that the user left out, and those that a merge skips because they can't be a rule. */
function checkLeftOut({ args }: DryRunCall, dryRun: CallDryRun, leftOut: readonly string[]): void {
  const { rows } = dryRun;
  const isSkipped = ({ note }: DryRunRow) =>
    args.mode === 'merge' && note !== null && english(note).startsWith('can’t be a rule');
  const expected = rows.filter((row) => leftOut.includes(row.id) || isSkipped(row)).map(({ id }) => id);
  const computed = rows.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  assertSame('the excluded rows', computed, expected);
  assertSame('different ids', new Set(rows.map(({ id }) => id)).size, rows.length);
  if (rows.length === 0 || computed.length < rows.length) return;
  // A list with a duplicate rule is refused even if nothing of it is left to change.
  const codes = ['nothing_to_change', 'invalid_rules'];
  const code = dryRun.kind === 'failure' ? (dryRun.result.error_code ?? '') : 'done';
  if (!codes.includes(code)) throw new Error(`All rows are excluded, but the result is: ${code}`);
}
