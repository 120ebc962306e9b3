import { beforeEach, expect, it } from 'vitest';
import type { RuleSets } from '@/playground/filter/rule-sets';
import { ApiError } from '@/playground/page/api/api-error';
import { unsavedProvidersOf } from '@/playground/page/state/page-view';
import { enterRules, startTestPage, type TestPage } from '../start-page';

const rules = (...ignore: string[]) => ({ ignore, whitelist: [] });
const MINE: RuleSets = { openai: rules('o1*') };
const THEIRS: RuleSets = { openai: rules('theirs') };
const saidOf = (message: string) => new ApiError('unreachable', message);

let page: TestPage;
beforeEach(async () => {
  page = await startTestPage();
  enterRules(page, 'ignore', 'o1*');
});
const state = () => page.store.getState();
const save = () => page.controller.save();

it('writes all unsaved changes at once, including a provider without rules left, and nothing if there are none', async () => {
  page = await startTestPage({ gemini: rules('*') });
  expect(await save()).toEqual({ ok: true, value: { providers: [], effective: 'unknown' } });
  expect(page.api.asked).not.toContain('save');
  enterRules(page, 'ignore', 'o1*');
  await page.controller.selectProvider('gemini');
  page.store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: '*' });
  expect(await save()).toMatchObject({ value: { providers: ['gemini', 'openai'] } });
  expect([page.api.saved, unsavedProvidersOf(state())]).toEqual([MINE, []]);
});

it('keeps changes made during the save as unsaved, and refuses what would cross it', async () => {
  const release = page.api.holdSave();
  const saving = save();
  enterRules(page, 'ignore', 'b');
  const refused = { ok: false };
  expect([await save(), page.controller.discard(), await page.controller.readSaved()]).toMatchObject([
    refused,
    refused,
    refused,
  ]);
  release();
  await saving;
  expect(state()).toMatchObject({ saved: MINE, drafts: { openai: rules('o1*', 'b') } });
});

it.each([
  ['save', { ok: false, code: 'saved-changed' }],
  ['readSaved', { ok: true, value: ['openai'] }],
] as const)(
  '%s shows a conflict with others’ rules, and no save overwrites them before the user decides',
  async (first, told) => {
    page.api.saved = THEIRS;
    expect(await page.controller[first]()).toMatchObject(told);
    expect(state()).toMatchObject({ saved: THEIRS, drafts: MINE, conflict: { before: {} } });
    expect(await save()).toMatchObject({ ok: false, code: 'saved-changed' });
    expect(page.api.saved).toEqual(THEIRS);
    page.store.dispatch({ type: 'drafts-kept' });
    expect(await save()).toMatchObject({ ok: true, value: { providers: ['openai'] } });
    expect(page.api.saved).toEqual(MINE);
  },
);

it('a restart of the page shows the conflict too', async () => {
  page.api.saved = THEIRS;
  await page.controller.signIn('key');
  expect(state().conflict).toEqual({ before: {} });
});

it.each<[effect: string, words: string, prepare: () => unknown]>([
  ['now', 'Saved.', () => null],
  [
    'after-restart',
    'applies the old rules until it restarts',
    () => Object.assign(page.api, { inForce: {} }),
  ],
  ['unknown', 'could not be checked', () => page.api.failAlways('listed', saidOf('No answer.'))],
  [
    'unknown',
    'could not be checked',
    () => Object.assign(page.api, { models: { ...page.api.models, openai: ['openai/new'] } }),
  ],
  [
    'unknown',
    'could not be checked',
    () => page.controller.applyState({ provider: 'openai', search: '', drafts: { anthropic: rules('x') } }),
  ],
])('the effect of a save is “%s”: %s', async (effective, words, prepare) => {
  prepare();
  expect(await save()).toMatchObject({ ok: true, value: { effective } });
  expect(state().notice).toEqual({ tone: 'done', text: expect.stringContaining(words) });
  expect(unsavedProvidersOf(state())).toEqual([]);
});

it('includes what somebody else saved for another provider right after', async () => {
  const both = { ...MINE, gemini: rules('theirs') };
  page.api.afterSave = () => Object.assign(page.api, { saved: both });
  expect(await save()).toMatchObject({ ok: true });
  expect(state()).toMatchObject({ drafts: both, saved: both });
});

it('is nothing to save if somebody else saved the same rules', async () => {
  page.api.saved = MINE;
  expect(await save()).toEqual({ ok: true, value: { providers: [], effective: 'unknown' } });
  expect(state()).toMatchObject({ saving: false, saved: MINE, conflict: null });
});

const UNCERTAIN = /^It is unknown whether.*So it is\./;
const NOT_SAVED = /^Not saved\. So it is\./;

async function expectFailure(words: RegExp, saved: RuleSets): Promise<void> {
  const message = expect.stringMatching(words);
  expect(await save()).toMatchObject({ ok: false, code: 'failed', message });
  const notice = { tone: 'failed', text: message };
  expect(state()).toMatchObject({ saving: false, saved, drafts: MINE, notice });
}

it.each([
  ['unreachable', UNCERTAIN],
  ['unexpected-answer', UNCERTAIN],
  ['failed', NOT_SAVED],
  ['refused', NOT_SAVED],
  ['unauthorised', NOT_SAVED],
] as const)('is reported as it is if the write was answered with “%s”', (code, words) => {
  page.api.failNext(new ApiError(code, 'So it is.'));
  return expectFailure(words, {});
});

it('is uncertain if the file can’t be read, whether or not the server failed', async () => {
  page.api.failAlways('catalogue', saidOf('No answer.'));
  page.api.failNext(new ApiError('failed', 'So it is.'));
  await expectFailure(UNCERTAIN, {});
  await expectFailure(/could not be read back: No answer\./, MINE);
});

it('is a failure if the file holds other rules, which then count as the saved ones', () => {
  page.api.afterSave = () => Object.assign(page.api, { saved: THEIRS });
  return expectFailure(
    /^Not saved: the proxy’s file holds other rules for openai than were written\.$/,
    THEIRS,
  );
});

it.each(['failed', 'unreachable', 'unexpected-answer'] as const)(
  'has succeeded if the write was answered with “%s” and the file has the rules',
  async (code) => {
    page.api.afterSave = () => {
      throw new ApiError(code, 'So it is.');
    };
    expect(await save()).toMatchObject({ ok: true, value: { providers: ['openai'] } });
    expect(state()).toMatchObject({ saving: false, saved: MINE, drafts: MINE });
  },
);

it.each([
  ['save', 'unauthorised', 'locked'],
  ['readSaved', 'unauthorised', 'locked'],
  ['readSaved', 'refused', 'ready'],
] as const)('%s whose reading is answered “%s” leaves the page %s', async (name, code, status) => {
  page.api.failAlways('catalogue', new ApiError(code, 'So it is.'));
  expect(await page.controller[name]()).toMatchObject({ ok: false });
  expect(state().catalogue.status).toBe(status);
});

it('reading the saved rules changes nothing if nothing changed, and ignores an answer from before a save', async () => {
  const before = state();
  expect(await page.controller.readSaved()).toEqual({ ok: true, value: [] });
  expect(state()).toBe(before);
  const release = page.api.holdCatalogue();
  const late = page.controller.readSaved();
  await save();
  release();
  expect(await late).toMatchObject({ ok: false, message: expect.stringContaining('in the meantime') });
  expect(state().drafts).toEqual(MINE);
});
