// @document
import { afterEach, describe, expect, it } from 'vitest';
import { diffContext } from '@/src/adapters/model-filter/diff';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createToolBench, GEMINI_IDS, gemini, openai } from './tool-bench';

const { open, run, close } = createToolBench(document);
afterEach(close);

const refusal = (code: string, message: string) => ({ ok: false, error: { code, message } });

describe('switch_provider', () => {
  it.each([
    ['gemini', {}, 'The page shows gemini, 2 models.', []],
    [
      'gemini',
      { ...gemini(['a']), ...openai(['b']) },
      'The page shows gemini, 2 models. Unsaved changes are kept: gemini and openai.',
      ['gemini', 'openai'],
    ],
    ['openai', {}, 'The page still shows openai, 7 models.', []],
  ])('%s, with unsaved changes %j', async (provider, drafts, message, unsaved) => {
    const page = open({ drafts });
    page.proxy.models.gemini = GEMINI_IDS;
    expect(await run('switch_provider', { provider })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message,
      data: { provider, count: provider === 'gemini' ? 2 : 7, unsaved_providers: unsaved },
    });
    expect(page.state).toMatchObject({ provider, drafts });
  });

  it('reports that the page switched, but has no models', async () => {
    open();
    expect(await run('switch_provider', { provider: 'gemini' })).toEqual({
      success: false,
      message:
        'The page shows gemini now, but its models could not be loaded: The proxy has no models of gemini. Use refresh_models to try again.',
      error_code: 'not_ready',
      data: { provider: 'gemini' },
    });
  });

  it('reports a refusal in the page’s words', async () => {
    open().faults = { bodies: { 'switch-provider': refusal('action-failed', 'Not now.') } };
    expect(await run('switch_provider', { provider: 'gemini' })).toMatchObject({
      error_code: 'page_refused',
      message: 'The page did not do it: Not now.',
    });
  });

  it('fails if the page reports a switch but stays', async () => {
    open().faults = { ignoresWrites: true };
    expect(await run('switch_provider', { provider: 'gemini' })).toMatchObject({
      error_code: 'not_applied',
      message: 'The page reported a switch to gemini, but shows openai. Look at its state before going on.',
    });
  });
});

describe('refresh_models', () => {
  it.each<[string, string[] | null, string[], string, string[], string[]]>([
    [
      'came and went',
      ['gemini/a', 'gemini/b'],
      ['gemini/b', 'gemini/c', 'gemini/d'],
      '3 models: 2 new, 1 gone',
      ['c', 'd'],
      ['a'],
    ],
    ['came', ['gemini/a'], ['gemini/a', 'gemini/b'], '2 models: 1 new', ['b'], []],
    ['are the same', ['gemini/a'], ['gemini/a'], '1 model: none came or went', [], []],
    ['were never loaded', null, ['gemini/a'], '1 model: loaded for the first time', [], []],
  ])('reports which models %s', async (_, before, after, words, new_models, gone_models) => {
    const page = open({ models: { openai: ['openai/x'], ...(before === null ? {} : { gemini: before }) } });
    page.proxy.models.gemini = after;
    expect(await run('refresh_models', { provider: 'gemini' })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: `gemini has ${words}.`,
      data: { provider: 'gemini', new_count: after.length, new_models, gone_models },
    });
    expect(page.state).toMatchObject({ provider: 'openai', models: { gemini: after } });
  });

  it('refreshes the provider in view without a name, even after a failure', async () => {
    const page = open({ models: {}, error: 'no key' });
    page.proxy.models.openai = ['openai/x'];
    expect(await run('refresh_models')).toMatchObject({ data: { provider: 'openai', new_count: 1 } });
  });

  it.each([
    [
      'in the page’s words',
      {},
      'The models of gemini could not be fetched: The proxy has no models of gemini. Try again, or look at the proxy.',
    ],
    [
      'that nothing came',
      { ignoresWrites: true },
      'The models of gemini could not be fetched. Try again, or look at the proxy.',
    ],
  ])('reports the reason of a failure: %s', async (_, faults, message) => {
    open().faults = faults;
    expect(await run('refresh_models', { provider: 'gemini' })).toEqual({
      success: false,
      message,
      error_code: 'not_ready',
      data: { provider: 'gemini' },
    });
  });
});

describe('save_changes', () => {
  const drafts = { ...gemini(['g']), ...openai(['o1']) };

  it.each([
    ['now', 'now', 'The proxy’s list follows them now.'],
    [
      'after-restart',
      'after-restart',
      'The proxy still applies the old rules: restart it to apply the new ones.',
    ],
    ['unknown', 'unknown', 'Whether the proxy’s list follows them couldn’t be checked.'],
    [null, 'unknown', 'Whether the proxy’s list follows them couldn’t be checked.'],
  ])('saves every provider’s rules; the page reports %j', async (reported, effective, words) => {
    const page = open({ drafts });
    page.proxy.effective = reported;
    expect(await run('save_changes')).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: `Saved the rules of gemini and openai; the proxy’s file now matches the page. ${words}`,
      data: { providers: ['gemini', 'openai'], effective },
    });
    expect(page.proxy.file).toEqual(drafts);
    expect(page.state.saved).toEqual(drafts);
  });

  it('refuses to overwrite what somebody else saved, and reports the differences', async () => {
    const page = open({ drafts: openai(['o1'], ['w']), saved: { ...gemini(['a', 'b']), ...openai(['x']) } });
    page.proxy.file = { ...gemini(['b', 'a']), ...openai(['y'], ['z']) };
    expect(await run('save_changes')).toEqual({
      success: false,
      message:
        'Somebody else changed the saved rules for gemini and openai, so nothing was saved. Tell the user how they differ; save again only if they want the page’s rules to replace them.',
      error_code: 'saved_changed',
      data: {
        providers: ['gemini', 'openai'],
        changed: [
          {
            provider: 'gemini',
            ignore: { added: [], removed: [], reordered: true },
            whitelist: { added: [], removed: [], reordered: false },
          },
          {
            provider: 'openai',
            ignore: { added: ['y'], removed: ['x'], reordered: false },
            whitelist: { added: ['z'], removed: [], reordered: false },
          },
        ],
      },
    });
    expect(page.proxy.file).toEqual({ ...gemini(['b', 'a']), ...openai(['y'], ['z']) });
    // A second call overwrites it, if the user wants that.
    expect(await run('save_changes')).toMatchObject({ success: true });
    expect(page.proxy.file.openai).toEqual({ ignore: ['o1'], whitelist: ['w'] });
  });

  it('trusts the page that names a changed provider, whatever its state shows', async () => {
    const page = open({ drafts });
    page.faults = {
      bodies: { 'read-saved': { ok: true, result: { revision: 1, result: { changed: ['gemini', 7] } } } },
    };
    expect(await run('save_changes')).toMatchObject({
      error_code: 'saved_changed',
      data: { providers: ['gemini'] },
    });
    expect(page.proxy.file).toEqual({});
  });

  it('notices a save by somebody else between read and save', async () => {
    const page = open({ drafts });
    page.faults = {
      before: {
        save: () => {
          page.proxy.file = openai(['theirs']);
        },
      },
    };
    expect(await run('save_changes')).toMatchObject({
      error_code: 'saved_changed',
      data: { providers: ['openai'], changed: [{ ignore: { added: ['theirs'] } }] },
    });
    expect(page.proxy.file).toEqual(openai(['theirs']));
  });

  it('reports a changed file even if the page gives no details', async () => {
    open({ drafts }).faults = { bodies: { save: refusal('saved-changed', 'The file was changed.') } };
    expect(await run('save_changes')).toMatchObject({
      error_code: 'saved_changed',
      message: expect.stringContaining('Somebody else changed the saved rules, so nothing was saved.'),
    });
  });

  it.each([
    ['reading', 'read-saved'],
    ['writing', 'save'],
  ])('reports in the page’s words why %s the file failed', async (_, action) => {
    const page = open({ drafts });
    page.faults = { bodies: { [action]: refusal('action-failed', 'The disk is full.') } };
    expect(await run('save_changes')).toEqual({
      success: false,
      message: 'The page did not do it: The disk is full.',
      error_code: 'save_failed',
    });
    expect(page.proxy.file).toEqual({});
  });

  it('has nothing to save if the file matches', async () => {
    open({ drafts, saved: drafts });
    expect(await run('save_changes')).toMatchObject({ error_code: 'nothing_to_save' });
  });

  it('fails if the page reports a save but wrote nothing', async () => {
    open({ drafts }).faults = { ignoresWrites: true };
    expect(await run('save_changes')).toMatchObject({
      error_code: 'save_failed',
      data: { providers: ['gemini', 'openai'] },
    });
  });
});

describe('discard_changes', () => {
  it('restores the saved rules of every provider, and reports visibility changes', async () => {
    const saved = { ...gemini(['pro']), ...openai(['gpt-4']) };
    const page = open({ drafts: openai(['o1']), saved });
    expect(await run('discard_changes')).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message:
        'Discarded the unsaved changes of gemini and openai: 1 model hidden, 1 model brought back. The page shows the saved rules again. The models of gemini aren’t loaded, so the effect there isn’t known.',
      data: {
        providers: ['gemini', 'openai'],
        changes: [{ provider: 'openai', newly_hidden: ['gpt-4'], brought_back: ['o1'], unchanged: 5 }],
      },
    });
    expect(page.state.drafts).toEqual(saved);
  });

  it('restores one provider only', async () => {
    const page = open({ drafts: { ...gemini(['g']), ...openai(['o1']) } });
    expect(await run('discard_changes', { provider: 'gemini' })).toMatchObject({
      message:
        'Discarded the unsaved changes of gemini. The page shows the saved rules again. The models of gemini aren’t loaded, so the effect there isn’t known.',
      data: { providers: ['gemini'], changes: [] },
    });
    expect(page.state.drafts).toEqual(openai(['o1']));
  });

  it('is recorded as a discard, unlike removing the same rule', async () => {
    const unsaved = () => ({ drafts: openai(['o1']) });
    const types = (before: ModelFilterContext, after: ModelFilterContext) =>
      diffContext(before, after, 0).map(({ type }) => type);
    const discarded = open(unsaved());
    const before = structuredClone(discarded.state);
    await run('discard_changes');
    expect(types(before, discarded.state)).toEqual(['rule_removed', 'changes_discarded']);
    const removed = open(unsaved());
    await run('remove_ignore_rule', { pattern: 'o1' });
    expect(types(before, removed.state)).toEqual(['rule_removed']);
  });

  it.each([
    [{}, 'The page already shows the saved rules; there is nothing to discard.'],
    [
      { provider: 'gemini' },
      'The page already shows the saved rules of gemini; there is nothing to discard.',
    ],
  ])('has nothing to discard: %j', async (args, message) => {
    open({ drafts: 'provider' in args ? openai(['o1']) : {} });
    expect(await run('discard_changes', args)).toEqual({
      success: false,
      message,
      error_code: 'nothing_to_discard',
    });
  });

  it('fails if the page reports a discard but did nothing', async () => {
    open({ drafts: openai(['o1']) }).faults = { ignoresWrites: true };
    expect(await run('discard_changes')).toMatchObject({ error_code: 'not_applied' });
  });
});
