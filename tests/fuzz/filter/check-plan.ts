import { canonicalJson, hashJson } from '@/src/core/hash';
import type { CallDryRun, ChangePreview, DryRunRow } from '@/src/core/records/dry-run';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { assertSame } from './assert-same';
import { type RulesByProvider, rulesOf } from './filter-call';
import { PROVIDERS } from './filter-calls';
import type { FilterRig, OpenPage } from './filter-rig';
import type { PlanCase, PlannedCall } from './plan-case';
import { predict, visibleIds } from './predictions';

const { signal } = new AbortController();

/** What is visible by the rules that the page shows, and what the proxy lists, each with the rules behind it. */
interface Sight {
  drafts: RulesByProvider;
  saved: RulesByProvider;
  onPage: string[];
  forClients: string[];
}

/**
 * Plans calls, runs them for real, and holds what the plan said against what was seen: on the page by what Python's
 * `fnmatch` makes of its rules, for clients by the proxy's list. Throws an error that says what isn't so.
 */
export async function checkPlan(made: PlanCase, rig: FilterRig, python: Predictor): Promise<void> {
  const page = await rig.open(made.names);
  await page.half.applyState({ provider: made.inView, drafts: made.saved, search: '' }, signal);
  await page.run('save_changes', {});
  await page.half.applyState({ provider: made.inView, drafts: made.drafts, search: 'o' }, signal);
  // Nothing but a save may touch the file: what is in it is read after one, and in the end.
  const look = async (earlier: Sight | null, readsFile: boolean): Promise<Sight> => {
    const drafts = await page.readDrafts();
    const isSame = earlier !== null && canonicalJson(earlier.drafts) === canonicalJson(drafts);
    const onPage = isSame ? earlier.onPage : visibleIds(await predict(python, made.names, drafts));
    if (earlier !== null && !readsFile) return { ...earlier, drafts, onPage };
    return { drafts, onPage, saved: await page.readSaved(), forClients: await page.listIds() };
  };

  const first = await look(null, true);
  const untouched = await page.readState();
  page.steps.length = 0;
  const { plans, net, leftOut } = await planned(made, page);
  await checkUntouched(page, untouched);
  let before = first;
  for (const [index, call] of made.calls.entries()) {
    const plan = plans[index];
    if (plan === undefined) throw new Error(`Call ${index + 1} has no plan.`);
    await checkCall(call, plan, page);
    const readsFile = call.tool === 'save_changes' || index === made.calls.length - 1;
    const after = await look(before, readsFile);
    if (plan.kind === 'change') {
      checkPreview(`the preview of call ${index + 1}`, plan.preview, before, after);
      checkRows(call, plan.rows, before.drafts, after.drafts);
    } else assertSame(`what call ${index + 1} changed`, after, before);
    checkLeftOut(plan, leftOut[index] ?? []);
    before = after;
  }
  checkPreview('the net preview', net, first, before);
}

/** The plan, in which every second look shows rows, and what of them is left out. */
async function planned({ calls }: PlanCase, page: OpenPage) {
  const leftOut: string[][] = [];
  const toPlan = (index: number) =>
    calls.slice(0, index + 1).map(({ tool, args }, at) => {
      return { executionId: `e${at}`, tool, args, leftOut: leftOut[at] ?? [] };
    });
  // As a user does: what is left out of one call decides which rows the next one has.
  for (const [index, { leavesOut }] of calls.entries()) {
    if (!leavesOut.includes(true)) continue;
    const { calls: plans } = await page.plan(toPlan(index));
    const rows = plans[index]?.rows ?? [];
    leftOut[index] = rows.filter((_, at) => leavesOut[at]).map(({ id }) => id);
  }
  const { calls: plans, net } = await page.plan(toPlan(calls.length - 1));
  return { plans, net, leftOut };
}

/** Planning may have models loaded, and nothing else. */
async function checkUntouched(page: OpenPage, before: Awaited<ReturnType<OpenPage['readState']>>) {
  const after = await page.readState();
  const known = Object.keys(before.state.models as object);
  const loaded = Object.keys(after.state.models as object);
  assertSame('the steps of a plan', page.steps, []);
  assertSame('the page after planning', { ...after.state, models: null }, { ...before.state, models: null });
  if (loaded.length === known.length) assertSame('the revision', after.revision, before.revision);
}

async function checkCall(call: PlannedCall, plan: CallDryRun, page: OpenPage): Promise<void> {
  page.steps.length = 0;
  const hash = hashJson(page.half.stateOf(await page.half.getContext(signal)));
  assertSame('stateHashBefore', plan.stateHashBefore, hash);
  if (plan?.kind === 'change') {
    const result = await page.run(call.tool, plan.args);
    if (!result.success) throw new Error(`It was planned, but failed: ${result.message}`);
    assertSame('the step', page.steps.map(canonicalJson), [canonicalJson(plan.step)]);
    return;
  }
  const result = await page.run(call.tool, plan.args);
  assertSame('the failure', result, plan.result);
  assertSame('the steps of a failure', page.steps, []);
}

function checkPreview(what: string, preview: ChangePreview, before: Sight, after: Sight): void {
  const onPage = expectedLists(before.drafts, after.drafts, [before.onPage, after.onPage]);
  const forClients = expectedLists(before.saved, after.saved, [before.forClients, after.forClients]);
  const titled = (title: string) => {
    const list = preview.effects.find((effect) => effect.title === title);
    assertSame(`${what}: the total of “${title}”`, list?.total ?? 0, list?.names.length ?? 0);
    return (list?.names ?? []).map(({ name }) => name).sort();
  };
  const said = {
    onPage: [titled('Newly hidden'), titled('Brought back')],
    forClients: [titled('Newly hidden from clients'), titled('Brought back for clients')],
  };
  assertSame(`${what}: clients`, said.forClients, forClients);
  // What is the same for clients is told once.
  const isTold = canonicalJson(onPage) !== canonicalJson(forClients);
  assertSame(`${what}: the page`, said.onPage, isTold ? onPage : [[], []]);
}

/** Names of what vanished and what came; ids where more than one provider's rules differ. */
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
 * Where lists are given whole, just the rules of the rows that weren't left out came and went; where rules are merged,
 * none came that was left out.
 */
function checkRows(
  { tool, args }: PlannedCall,
  rows: readonly DryRunRow[],
  before: RulesByProvider,
  after: RulesByProvider,
): void {
  if (tool !== 'apply_rules' && tool !== 'import_rules') return;
  const prefix = tool === 'apply_rules' ? (provider: string) => `${provider}: ` : () => '';
  const told = (kind: DryRunRow['kind'], isLeftOut = false) =>
    rows.filter((row) => row.kind === kind && row.isLeftOut === isLeftOut).map(({ text }) => text);
  const added = onlyIn(after, before, prefix);
  if (args.mode === 'merge') {
    const cameAnyway = told('added', true).filter((text) => added.includes(text));
    assertSame('what was left out and came', cameAnyway, []);
    return;
  }
  assertSame('the added rules', added, told('added').sort());
  assertSame('the removed rules', onlyIn(before, after, prefix), told('removed').sort());
}

function onlyIn(
  one: RulesByProvider,
  other: RulesByProvider,
  prefix: (provider: string) => string,
): string[] {
  return PROVIDERS.flatMap((provider) =>
    (['ignore', 'whitelist'] as const).flatMap((kind) =>
      rulesOf(one, provider)
        [kind].filter((pattern) => !rulesOf(other, provider)[kind].includes(pattern))
        .map((pattern) => `${prefix(provider)}${kind} rule ${JSON.stringify(pattern)}`),
    ),
  ).sort();
}

function checkLeftOut(plan: CallDryRun, leftOut: readonly string[]): void {
  const { rows } = plan;
  const told = rows.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  assertSame('what is left out', told, leftOut);
  assertSame('different ids', new Set(rows.map(({ id }) => id)).size, rows.length);
  if (rows.length === 0 || told.length < rows.length) return;
  // A list that names a rule twice is refused even where nothing is left of it to do.
  const codes = ['nothing_to_change', 'invalid_rules'];
  const code = plan.kind === 'failure' ? (plan.result.error_code ?? '') : 'done';
  if (!codes.includes(code)) throw new Error(`All is left out, and it came to: ${code}`);
}
