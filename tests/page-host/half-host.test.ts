import { describe, expect, it, vi } from 'vitest';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { createHalfHost } from '@/src/page-host/half-host';
import { say } from '@/src/schema/values/said';

const adapterId = 'numbers';

const PAGE_CHANGED = { ok: false, error: { code: 'page-changed' } };

/** A page whose changes last until `finish` is called, whatever their signal says. It then shows 1. */
function openPage(overrides: Partial<StateHalf> = {}) {
  let shown = 0;
  let finish = () => {};
  const change = async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    shown += 1;
    return shown;
  };
  const half: StateHalf = {
    id: adapterId,
    getContext: async () => shown,
    stateOf: (context) => context,
    query: async () => ({ success: true, message: '' }),
    execute: async () => ({ result: { success: true, message: '' }, state: await change() }),
    applyState: change,
  };
  const reported: unknown[] = [];
  const host = createHalfHost({
    halfOf: async () => ({ ...half, ...overrides }),
    hash: hashJson,
    runOwnAction: (work) => work(),
    report: (executionId, { done, total }) => reported.push([executionId, done, total]),
    now: Date.now,
  });
  const request = (executionId: string, timeoutMs: number, name = host.newestLook().document) => ({
    adapterId,
    executionId,
    timeoutMs,
    sentAtMs: Date.now(),
    expected: { document: name, stateHash: hashJson(shown) },
  });
  return {
    host,
    reported,
    execute: (...of: Parameters<typeof request>) =>
      host.answer({ type: 'execute', tool: 'add', args: {}, ...request(...of) }),
    apply: (...of: Parameters<typeof request>) =>
      host.answer({ type: 'apply-state', state: 1, ...request(...of) }),
    finish: () => finish(),
  };
}

describe.each(['execute', 'apply'] as const)('a change by %s that lasts longer than its limit', (kind) => {
  it('has an open outcome, and a second one is refused until it has ended', async () => {
    const page = openPage();
    expect(await page[kind]('first', 20)).toMatchObject({ ok: false, error: { code: 'timeout' } });
    expect(await page.execute('second', 1_000)).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: say('error.pageHost.earlierRuns') },
    });
    page.finish();
    await page.host.answer({ type: 'get-context', adapterId });
    const third = page.execute('third', 1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    page.finish();
    expect(await third).toMatchObject({ ok: true });
  });

  it('is not read half done: a reading waits for its end', async () => {
    const page = openPage();
    await page[kind]('first', 20);
    const reading = page.host.answer({ type: 'get-context', adapterId });
    setTimeout(page.finish, 30);
    expect(await reading).toMatchObject({ ok: true, value: { context: 1 } });
  });
});

it.each(['execute', 'apply'] as const)('a change by %s reports its progress by its id', async (kind) => {
  const progress = { done: 1, total: 2, isHeldUp: false };
  const page = openPage({
    async execute(_tool, _args, _signal, _assertExpected, report) {
      report?.(progress);
      return { result: { success: true, message: '' }, state: 1 };
    },
    async applyState(state, _signal, report) {
      report?.(progress);
      return state;
    },
  });
  expect(await page[kind]('first', 1_000)).toMatchObject({ ok: true });
  expect(page.reported).toEqual([['first', 1, 2]]);
});

it.each(['execute', 'apply'] as const)(
  'a change by %s that was decided on another document is refused, although the state is the same',
  async (kind) => {
    const page = openPage();
    expect(await page[kind]('first', 1_000, 'document before')).toMatchObject(PAGE_CHANGED);
    expect(await page.host.answer({ type: 'get-context', adapterId })).toMatchObject({
      value: { context: 0 },
    });
  },
);

it('a change of a page that can’t be read before it was certainly not made', async () => {
  const page = openPage({
    async getContext() {
      throw textError('page-protocol', 'error.pageHost.changed', { remedy: 'remedy.lookThenRetry' });
    },
  });
  // The codes that leave an outcome open are others.
  expect(await page.execute('first', 1_000)).toMatchObject({ ok: false, error: { code: 'aborted' } });
});

describe('before a change, the page is', () => {
  const context = { type: 'get-context', adapterId } as const;

  async function readingsBefore(
    isGuarded: boolean,
    arrange: (page: ReturnType<typeof openPage>) => Promise<unknown>,
  ) {
    let readings = 0;
    const page = openPage({
      isGuarded: () => isGuarded,
      async getContext() {
        readings += 1;
        return 0;
      },
      execute: async () => ({ result: { success: true, message: '' }, state: 1 }),
    });
    await arrange(page);
    const before = readings;
    const reply = await page.execute('change', 1_000);
    return { readings: readings - before, reply };
  }

  it.each<[string, boolean, (page: ReturnType<typeof openPage>) => Promise<unknown>, number]>([
    [
      'not read again if it guards the change since the last reading',
      true,
      ({ host }) => host.answer(context),
      0,
    ],
    ['read if it doesn’t guard the change', false, ({ host }) => host.answer(context), 1],
    ['read if it wasn’t read yet', true, async () => undefined, 1],
    [
      'read again after another change',
      true,
      async ({ host, execute }) => {
        await host.answer(context);
        await execute('earlier', 1_000);
      },
      1,
    ],
  ])('%s', async (_what, isGuarded, arrange, expected) => {
    const { readings, reply } = await readingsBefore(isGuarded, arrange);
    expect(reply).toMatchObject({ ok: true });
    expect(readings).toBe(expected);
  });

  it('read if the last reading is not the expected one', async () => {
    const shown = [7, 0];
    const page = openPage({ isGuarded: () => true, getContext: async () => shown.shift() ?? 0 });
    await page.host.answer(context);
    const change = page.execute('change', 1_000);
    setTimeout(page.finish, 20);
    expect(await change).toMatchObject({ ok: true });
    expect(shown).toEqual([]);
  });
});

describe('a change is refused if the page was left and shown again, with the same state,', () => {
  const leave = () => page.host.beginDocument();
  let page: ReturnType<typeof openPage>;

  it.each(['execute', 'apply'] as const)('while it was read before %s', async (kind) => {
    const change = vi.fn();
    page = openPage({
      getContext: async () => {
        leave();
        return 0;
      },
      execute: change,
      applyState: change,
    });
    expect(await page[kind]('first', 1_000)).toMatchObject(PAGE_CHANGED);
    expect(change).not.toHaveBeenCalled();
  });

  it('while the half waited before its change', async () => {
    page = openPage({
      execute: async (_tool, _args, _signal, assertExpected) => {
        leave();
        assertExpected?.(0);
        return { result: { success: true, message: '' }, state: 1 };
      },
    });
    expect(await page.execute('first', 1_000)).toMatchObject(PAGE_CHANGED);
  });
});
