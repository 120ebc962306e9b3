// @document
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { createFakeModelFilterPage, type FakeModelFilterPage } from '../../fakes/model-filter-page';

const signal = new AbortController().signal;
const half = createModelFilterPage(document);
let page: FakeModelFilterPage;

afterEach(() => {
  page.remove();
  vi.useRealTimers();
});

it.each<[string, object, boolean]>([
  ['does', { ok: true, result: {} }, true],
  ['has nothing of this name in view', { ok: false, error: { code: 'not-in-view', message: 'No.' } }, false],
  ['is older than the request', { ok: false, error: { code: 'unknown-type', message: 'show' } }, false],
])('is requested to show a name, and %s', async (_, show, isShown) => {
  page = createFakeModelFilterPage(document);
  page.faults = { bodies: { show } };
  expect(await half.show?.('openai/o1', signal)).toBe(isShown);
  expect(page.requests).toEqual([{ type: 'show', body: { name: 'openai/o1' } }]);
});

describe('detecting a model-filter page', () => {
  it('identifies its page', async () => {
    page = createFakeModelFilterPage(document);
    expect(await half.detect(signal)).toEqual({ instanceId: 'fake', title: 'Fake' });
  });

  it('sends no request to a page that doesn’t announce the protocol', async () => {
    page = createFakeModelFilterPage(document);
    document.querySelector('meta')?.remove();
    expect(await half.detect(signal)).toBeNull();
    expect(page.requests).toEqual([]);
  });

  it.each([
    ['another type of page', { ok: true, result: { pageType: 'other', instanceId: 'x', title: 'x' } }],
    ['a page that refuses', { ok: false, error: { code: 'unknown-type', message: '' } }],
  ])('ignores %s', async (_, hello) => {
    page = createFakeModelFilterPage(document);
    page.faults = { bodies: { hello } };
    expect(await half.detect(signal)).toBeNull();
  });

  it('reports that a page refuses this version of the protocol', async () => {
    page = createFakeModelFilterPage(document);
    const refusal = { code: 'unsupported-version', message: 'Speaks version 2.' };
    page.faults = { bodies: { hello: { ok: false, error: refusal } } };
    await expect(half.detect(signal)).rejects.toMatchObject({
      code: 'page-protocol',
      message: expect.stringContaining('version 1'),
      details: 'Speaks version 2.',
    });
  });

  it('sends no request to a page that announces another version, and reports it', async () => {
    page = createFakeModelFilterPage(document);
    document.querySelector('meta')?.setAttribute('content', '2');
    await expect(half.detect(signal)).rejects.toMatchObject({ code: 'page-protocol' });
    expect(page.requests).toEqual([]);
  });

  it.each([
    ['no instance', { pageType: 'model-filter', title: 'x' }],
    ['an empty instance', { pageType: 'model-filter', instanceId: '', title: 'x' }],
    ['no result', null],
  ])('rejects an identity with %s', async (_, result) => {
    page = createFakeModelFilterPage(document);
    page.faults = { bodies: { hello: { ok: true, result } } };
    await expect(half.detect(signal)).rejects.toMatchObject({ code: 'page-protocol' });
  });

  it('waits for a page that answers late, but no longer than 2,000 ms', async () => {
    vi.useFakeTimers();
    page = createFakeModelFilterPage(document);
    page.faults = { silent: ['hello'] };
    const found = half.detect(signal);
    await vi.advanceTimersByTimeAsync(500);
    page.faults = {};
    await vi.advanceTimersByTimeAsync(400);
    expect(await found).toEqual({ instanceId: 'fake', title: 'Fake' });

    page.faults = { silent: ['hello'] };
    const missed = half.detect(signal);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await missed).toBeNull();
  });
});

it('waits for a page that answers not-ready', async () => {
  vi.useFakeTimers();
  page = createFakeModelFilterPage(document);
  const notReady = { ok: false, error: { code: 'not-ready', message: 'Loading.' } };
  page.faults = { bodies: { hello: notReady } };
  const found = half.detect(signal);
  await vi.advanceTimersByTimeAsync(700);
  page.faults = {};
  await vi.advanceTimersByTimeAsync(200);
  expect(await found).toEqual({ instanceId: 'fake', title: 'Fake' });

  page.faults = { bodies: { hello: notReady } };
  const missed = half.detect(signal);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await missed).toBeNull();
});

describe('the restorable state', () => {
  it('is captured as it was applied', async () => {
    page = createFakeModelFilterPage(document);
    const patterns = fc.uniqueArray(fc.constantFrom('a*', 'b', '[z-a]', 'modèle 😀', '__proto__'), {
      maxLength: 4,
    });
    const state = fc.record({
      provider: fc.constantFrom('gemini', 'openai'),
      drafts: fc
        .record({ ignore: patterns, whitelist: patterns })
        .map((rules) => (rules.ignore.length + rules.whitelist.length === 0 ? {} : { openai: rules })),
      search: fc.string({ unit: 'binary' }),
    });
    await fc.assert(
      fc.asyncProperty(state, async (wanted) => {
        expect(await half.applyState(wanted, signal)).toEqual(wanted);
        expect(half.stateOf(await half.getContext(signal))).toEqual(wanted);
      }),
    );
  });

  it('is refused as a whole, and the page stays as it was', async () => {
    page = createFakeModelFilterPage(document);
    const before = structuredClone(page.state);
    const state = { provider: 'nobody', drafts: { openai: { ignore: ['a'], whitelist: [] } }, search: 'x' };
    await expect(half.applyState(state, signal)).rejects.toMatchObject({ code: 'state-refused' });
    expect(page.state).toEqual(before);
  });

  it('is reported again after each change, once subscribed', async () => {
    page = createFakeModelFilterPage(document);
    const onChange = vi.fn();
    half.subscribe(onChange, signal);
    page.change((state) => {
      state.search = 'x';
    });
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

it('rejects a malformed state', async () => {
  page = createFakeModelFilterPage(document);
  page.faults = { bodies: { 'get-state': { ok: true, result: { revision: 1, state: {} } } } };
  await expect(half.getContext(signal)).rejects.toMatchObject({ code: 'page-protocol' });
});

describe('the operations by which tools change the page', () => {
  const from = { provider: 'openai', drafts: {}, search: '' };
  const to = { provider: 'openai', drafts: { openai: { ignore: ['o1'], whitelist: [] } }, search: '' };
  const did = (result: unknown) => ({
    success: true,
    message: 'The page did it. Read its state for the result.',
    data: { result },
  });
  const changedMeanwhile = {
    success: false,
    message: 'The page was changed in the meantime, so nothing was done.',
    error_code: 'page_changed',
  };

  it('applies a state on the state that was read', async () => {
    page = createFakeModelFilterPage(document);
    const apply = { operation: 'apply', from, to };
    expect(await half.execute('any', apply, signal)).toEqual({ result: did(null), state: to });
    expect(page.state.drafts).toEqual(to.drafts);
    expect(await half.execute('any', apply, signal)).toEqual({ result: changedMeanwhile, state: to });
  });

  describe('right after a reading of the page', () => {
    const reads = () => page.requests.filter(({ type }) => type === 'get-state').length;
    const apply = { operation: 'apply', from, to };

    it('start from that reading, and read the page once afterwards', async () => {
      page = createFakeModelFilterPage(document);
      await half.getContext(signal);
      expect(await half.execute('any', apply, signal)).toEqual({ result: did(null), state: to });
      expect(reads()).toBe(2);
    });

    it('read it again where only its revision has changed since', async () => {
      page = createFakeModelFilterPage(document);
      await half.getContext(signal);
      page.change(() => undefined);
      expect(await half.execute('any', apply, signal)).toEqual({ result: did(null), state: to });
      expect(reads()).toBe(3);
    });

    it('change nothing where its state has changed since', async () => {
      page = createFakeModelFilterPage(document);
      await half.getContext(signal);
      const edited = { openai: { ignore: ['by hand'], whitelist: [] } };
      page.change((state) => Object.assign(state, { drafts: edited }));
      expect(await half.execute('any', apply, signal)).toMatchObject({ result: changedMeanwhile });
      expect(page.state.drafts).toEqual(edited);
    });

    it('end with what the check of the expected state throws where it has changed since', async () => {
      page = createFakeModelFilterPage(document);
      await half.getContext(signal);
      page.change((state) => Object.assign(state, { search: 'by hand' }));
      const seen: unknown[] = [];
      const assertExpected = (state: unknown) => {
        seen.push(state);
        throw new Error('not the expected page');
      };
      await expect(half.execute('any', apply, signal, assertExpected)).rejects.toThrow(
        'not the expected page',
      );
      expect(seen).toEqual([{ ...from, search: 'by hand' }]);
      expect(page.state.drafts).toEqual({});
    });

    it('are checked with each state that they read before', async () => {
      page = createFakeModelFilterPage(document);
      await half.getContext(signal);
      page.change(() => undefined);
      const seen: unknown[] = [];
      const shown = (state: unknown) => void seen.push(state);
      expect(await half.execute('any', apply, signal, shown)).toEqual({ result: did(null), state: to });
      expect(seen).toEqual([from]);
    });

    it('are guarded by the page if they start from a state', () => {
      expect(half.isGuarded?.(apply)).toBe(true);
      expect(half.isGuarded?.({ operation: 'act', name: 'save', args: {}, from: null })).toBe(false);
    });
  });

  it('runs an action on the state that was read, or on any', async () => {
    page = createFakeModelFilterPage(document);
    const save = { operation: 'act', name: 'save', args: { replaces: {} } };
    expect(await half.execute('any', { ...save, from: to }, signal)).toEqual({
      result: changedMeanwhile,
      state: from,
    });
    expect(await half.execute('any', { ...save, from }, signal)).toEqual({
      result: did({ providers: [], effective: 'now' }),
      state: from,
    });
  });

  it('reads in any state', async () => {
    page = createFakeModelFilterPage(document);
    const load = { operation: 'act', name: 'load-models', args: { provider: 'openai' }, from: null };
    expect(await half.query('any', load, signal)).toEqual(did({ provider: 'openai', count: 7 }));
    expect(page.requests.at(-1)?.body.ifRevision).toBeNull();
    const read = { operation: 'act', name: 'read-saved', args: {}, from: null };
    expect(await half.query('any', read, signal)).toEqual(did({ changed: [] }));
  });

  it.each([
    ['applies a state', { operation: 'apply', from, to }],
    ['saves', { operation: 'act', name: 'save', args: { replaces: {} }, from: null }],
    ['refreshes', { operation: 'act', name: 'refresh', args: {}, from: null }],
    ['switches', { operation: 'act', name: 'switch-provider', args: { provider: 'gemini' }, from: null }],
    ['does what is no operation', { operation: 'act', name: 'discard', args: {}, from: null }],
    ['does what names none', {}],
    ['takes a list for a name', { operation: 'act', name: ['load-models'], args: {}, from: null }],
  ])('never %s by a query, and sends the page no request for it', async (_, operation) => {
    page = createFakeModelFilterPage(document);
    const before = structuredClone(page.state);
    const answer = await half.query('any', operation, signal);
    expect(answer).toMatchObject({ success: false, error_code: 'wrong_way' });
    expect(page.requests).toEqual([]);
    expect(page.state).toEqual(before);
  });

  it.each([
    ['loading models', { operation: 'act', name: 'load-models', args: { provider: 'openai' }, from: null }],
    ['reading the file', { operation: 'act', name: 'read-saved', args: {}, from: null }],
    ['what is no operation', { operation: 'delete', from, to }],
    ['an action that tools have no use for', { operation: 'act', name: 'discard', args: {}, from: null }],
    ['an action named after the prototype', { operation: 'act', name: 'toString', args: {}, from: null }],
  ])('%s is no change, and sends the page no request', async (_, operation) => {
    page = createFakeModelFilterPage(document);
    const answer = await half.execute('any', operation, signal);
    expect(answer).toMatchObject({ result: { success: false, error_code: 'wrong_way' }, state: null });
    expect(page.requests).toEqual([]);
  });

  describe('when somebody else changes the page before it is read again', () => {
    /** Runs `edit` when the page has applied a state, right before it is read. */
    const rightAfter = (edit: Parameters<FakeModelFilterPage['change']>[0]) => {
      const before: NonNullable<FakeModelFilterPage['faults']['before']> = {};
      before['apply-state'] = () => {
        before['get-state'] = () => page.change(edit);
      };
      page.faults = { before };
    };

    it.each<[string, Parameters<FakeModelFilterPage['change']>[0]]>([
      ['adds a rule', (state) => Object.assign(state.drafts, { gemini: { ignore: ['x'], whitelist: [] } })],
      ['takes the change back', (state) => Object.assign(state, { drafts: {} })],
      ['does something that no checkpoint keeps', (state) => Object.assign(state, { error: 'No.' })],
    ])('and %s, the reported state is the one that the page applied', async (_, edit) => {
      page = createFakeModelFilterPage(document);
      rightAfter(edit);
      expect(await half.execute('any', { operation: 'apply', from, to }, signal)).toEqual({
        result: did(null),
        state: to,
      });
      rightAfter(edit);
      expect(await half.applyState(from, signal)).toEqual(from);
    });

    it('at the revision of the page’s answer, the page’s state is reported instead of the answer', async () => {
      page = createFakeModelFilterPage(document);
      page.faults = { ignoresWrites: true };
      expect(await half.execute('any', { operation: 'apply', from, to }, signal)).toEqual({
        result: {
          success: false,
          message: 'The page accepted the change but shows another state.',
          error_code: 'page_refused',
          data: { code: 'not-applied' },
        },
        state: from,
      });
    });

    it('of a page that answers without a revision, the page’s state is reported', async () => {
      page = createFakeModelFilterPage(document);
      page.faults = { bodies: { 'apply-state': { ok: true, result: {} } } };
      expect(await half.execute('any', { operation: 'apply', from, to }, signal)).toMatchObject({
        result: { success: false },
        state: from,
      });
    });
  });

  it('reports a refusal with the page’s code and message', async () => {
    page = createFakeModelFilterPage(document);
    const load = { operation: 'act', name: 'load-models', args: { provider: 'gemini' }, from: null };
    expect(await half.query('any', load, signal)).toEqual({
      success: false,
      message: 'The proxy has no models of gemini.',
      error_code: 'page_refused',
      data: { code: 'action-failed' },
    });
  });
});
