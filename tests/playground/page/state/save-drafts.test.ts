import { describe, expect, it } from 'vitest';
import type { RuleSets } from '@/playground/filter/rule-sets';
import { ApiError } from '@/playground/page/api/api-error';
import { unsavedProvidersOf } from '@/playground/page/state/page-view';
import { enterRules, startTestPage } from '../start-page';

const noticeOf = ({ store }: Awaited<ReturnType<typeof startTestPage>>) => store.getState().notice;

describe('saving', () => {
  it('writes all unsaved changes at once, including a provider without rules left', async () => {
    const page = await startTestPage({ gemini: { ignore: ['*'], whitelist: [] } });
    enterRules(page, 'ignore', 'o1*');
    await page.controller.selectProvider('gemini');
    page.store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: '*' });
    expect(await page.controller.save()).toMatchObject({
      ok: true,
      value: { providers: ['gemini', 'openai'] },
    });
    expect(page.api.saved).toEqual({ openai: { ignore: ['o1*'], whitelist: [] } });
    expect(unsavedProvidersOf(page.store.getState())).toEqual([]);
  });

  it('keeps changes made during the save as unsaved', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'a');
    const release = page.api.holdSave();
    const save = page.controller.save();
    enterRules(page, 'ignore', 'b');
    expect(await page.controller.save()).toMatchObject({ ok: false });
    expect(page.controller.discard()).toMatchObject({ ok: false });
    release();
    await save;
    expect(page.store.getState().saved).toEqual({ openai: { ignore: ['a'], whitelist: [] } });
    expect(page.store.getState().drafts).toEqual({ openai: { ignore: ['a', 'b'], whitelist: [] } });
  });

  it('sends no request if there is nothing to save', async () => {
    const { controller, api } = await startTestPage();
    expect(await controller.save()).toEqual({ ok: true, value: { providers: [], effective: 'unknown' } });
    expect(api.asked).not.toContain('save');
  });

  it('doesn’t overwrite rules that somebody else saved, until the user has decided', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    page.api.saved = { openai: { ignore: ['theirs'], whitelist: [] } };
    expect(await page.controller.save()).toMatchObject({ ok: false, code: 'saved-changed' });
    expect(await page.controller.save()).toMatchObject({ ok: false, code: 'saved-changed' });
    expect(page.api.saved).toEqual({ openai: { ignore: ['theirs'], whitelist: [] } });
    page.store.dispatch({ type: 'drafts-kept' });
    expect(await page.controller.save()).toMatchObject({ ok: true, value: { providers: ['openai'] } });
    expect(page.api.saved).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });
});

describe('the result of a save', () => {
  const O1: RuleSets = { openai: { ignore: ['o1*'], whitelist: [] } };

  it('is “now” if the proxy lists what the rules leave visible', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toEqual({
      ok: true,
      value: { providers: ['openai'], effective: 'now' },
    });
    expect(page.api.asked.slice(-3)).toEqual(['save', 'catalogue', 'listed']);
    expect(noticeOf(page)).toEqual({ tone: 'done', text: 'Saved.' });
  });

  it('is “after-restart” if the proxy’s list hasn’t changed', async () => {
    const page = await startTestPage();
    page.api.inForce = {};
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toMatchObject({ ok: true, value: { effective: 'after-restart' } });
    expect(noticeOf(page)?.text).toBe('Saved. The proxy applies the old rules until it restarts.');
  });

  it.each<[sentence: string, prepare: (page: Awaited<ReturnType<typeof startTestPage>>) => void]>([
    [
      'the proxy can not be asked',
      ({ api }) => api.failAlways('listed', new ApiError('unreachable', 'No answer.')),
    ],
    [
      'the proxy lists a model that the page has not',
      ({ api }) => {
        api.models = { ...api.models, openai: [...(api.models.openai ?? []), 'openai/new'] };
      },
    ],
    [
      'the models of a changed provider are not loaded',
      ({ controller }) =>
        controller.applyState({
          provider: 'openai',
          search: '',
          drafts: { anthropic: { ignore: ['x'], whitelist: [] } },
        }),
    ],
  ])('is “unknown” when %s', async (_, prepare) => {
    const page = await startTestPage();
    prepare(page);
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toMatchObject({ ok: true, value: { effective: 'unknown' } });
    expect(noticeOf(page)?.text).toContain('could not be checked');
    expect(unsavedProvidersOf(page.store.getState())).toEqual([]);
  });

  it('is a failure if the file holds other rules, which then count as the saved ones', async () => {
    const page = await startTestPage();
    page.api.afterSave = () => {
      page.api.saved = {
        gemini: { ignore: ['theirs'], whitelist: [] },
        openai: { ignore: ['o'], whitelist: [] },
      };
    };
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toEqual({
      ok: false,
      code: 'failed',
      message: 'Not saved: the proxy’s file holds other rules for openai than were written.',
    });
    expect(page.store.getState()).toMatchObject({
      saving: false,
      saved: page.api.saved,
      drafts: { gemini: { ignore: ['theirs'] }, openai: { ignore: ['o1*'] } },
      notice: { tone: 'failed', text: expect.stringContaining('other rules for openai') },
    });
  });

  it('includes what somebody else saved for another provider right after', async () => {
    const page = await startTestPage();
    const gemini = { ignore: ['theirs'], whitelist: [] };
    page.api.afterSave = () => {
      page.api.saved = { ...page.api.saved, gemini };
    };
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toMatchObject({ ok: true });
    expect(page.store.getState()).toMatchObject({ drafts: { ...O1, gemini }, saved: { ...O1, gemini } });
  });

  it('is uncertain if the file can’t be read back', async () => {
    const page = await startTestPage();
    page.api.failAlways('catalogue', new ApiError('unreachable', 'No answer.'));
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/could not be read back: No answer\./),
    });
    expect(page.store.getState()).toMatchObject({ saving: false, saved: O1, drafts: O1 });
    expect(noticeOf(page)?.tone).toBe('failed');
  });

  it('leads to the sign-in if the key is refused midway', async () => {
    const page = await startTestPage();
    page.api.failAlways('catalogue', new ApiError('unauthorised', 'Wrong key.'));
    enterRules(page, 'ignore', 'o1*');
    expect(await page.controller.save()).toMatchObject({ ok: false });
    expect(page.store.getState().catalogue).toEqual({ status: 'locked', problem: 'Wrong key.' });
  });

  it.each(['failed', 'unreachable', 'unexpected-answer'] as const)(
    'has succeeded if the write was answered with “%s” and the file has the rules',
    async (code) => {
      const page = await startTestPage();
      enterRules(page, 'ignore', 'o1*');
      page.api.afterSave = () => {
        throw new ApiError(code, 'So it is.');
      };
      expect(await page.controller.save()).toMatchObject({ ok: true, value: { providers: ['openai'] } });
      expect(page.store.getState()).toMatchObject({ saving: false, saved: O1, drafts: O1 });
    },
  );

  it('is uncertain if the server failed, and the file can’t be read', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.failNext(new ApiError('failed', 'So it is.'));
    page.api.failAlways('catalogue', new ApiError('unreachable', 'No answer.'));
    const message = expect.stringMatching(/^It is unknown whether.*So it is\./);
    expect(await page.controller.save()).toMatchObject({ ok: false, message });
    expect(unsavedProvidersOf(page.store.getState())).toEqual(['openai']);
  });

  it.each([
    ['unreachable', 'It is unknown whether'],
    ['unexpected-answer', 'It is unknown whether'],
    ['failed', 'Not saved.'],
    ['refused', 'Not saved.'],
    ['unauthorised', 'Not saved.'],
  ] as const)('is reported as it is if the write was answered with “%s”', async (code, words) => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.failNext(new ApiError(code, 'So it is.'));
    const message = expect.stringMatching(new RegExp(`^${words}.*So it is\\.`));
    expect(await page.controller.save()).toMatchObject({ ok: false, code: 'failed', message });
    expect(unsavedProvidersOf(page.store.getState())).toEqual(['openai']);
    expect(page.store.getState()).toMatchObject({ saving: false, notice: { tone: 'failed', text: message } });
  });

  it('is nothing to save if somebody else saved the same rules', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.saved = O1;
    expect(await page.controller.save()).toEqual({
      ok: true,
      value: { providers: [], effective: 'unknown' },
    });
    expect(page.store.getState()).toMatchObject({ saving: false, saved: O1, conflict: null });
    expect(noticeOf(page)?.text).toBe('The same rules were saved already.');
  });
});

describe('reading the saved rules again', () => {
  const openai = { ignore: ['theirs'], whitelist: [] };

  it('asks the user if both changed, and saves nothing before the decision', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    page.api.saved = { openai };
    expect(await page.controller.readSaved()).toEqual({ ok: true, value: ['openai'] });
    expect(page.store.getState()).toMatchObject({
      saved: { openai },
      drafts: { openai: { ignore: ['mine'] } },
      conflict: { before: {} },
    });
    expect(await page.controller.readSaved()).toEqual({ ok: true, value: [] });
    expect(await page.controller.save()).toMatchObject({ ok: false, code: 'saved-changed' });
    expect(page.api.asked).not.toContain('save');
  });

  it('changes nothing if nothing changed', async () => {
    const page = await startTestPage({ openai });
    const before = page.store.getState();
    expect(await page.controller.readSaved()).toEqual({ ok: true, value: [] });
    expect(page.store.getState()).toBe(before);
  });

  it('ignores an answer from before a save', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    const release = page.api.holdCatalogue();
    const late = page.controller.readSaved();
    await page.controller.save();
    release();
    expect(await late).toMatchObject({ ok: false, message: expect.stringContaining('in the meantime') });
    expect(page.store.getState().drafts).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });

  it('waits for a save', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    const release = page.api.holdSave();
    const save = page.controller.save();
    expect(await page.controller.readSaved()).toMatchObject({ ok: false });
    release();
    await save;
  });

  it.each([
    ['refused', 'ready'],
    ['unauthorised', 'locked'],
  ] as const)('reports that the answer was “%s”', async (code, status) => {
    const page = await startTestPage();
    page.api.failNext(new ApiError(code, 'So it is.'));
    expect(await page.controller.readSaved()).toEqual({ ok: false, code: 'failed', message: 'So it is.' });
    expect(page.store.getState().catalogue.status).toBe(status);
  });

  it('also happens at a restart of the page: unsaved changes never overwrite others’ rules unasked', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    page.api.saved = { openai };
    await page.controller.signIn('key');
    expect(page.store.getState().conflict).toEqual({ before: {} });
  });
});
