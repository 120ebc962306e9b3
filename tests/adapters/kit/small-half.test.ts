import { describe, expect, it } from 'vitest';
import { createSmallHalf, type SmallState } from '@/src/adapters/kit/small-half';
import { StewardError } from '@/src/core/errors';

type Numbers = { values: { [name: string]: number } };
const { signal } = new AbortController();
const refusal = new StewardError('state-refused', 'No.', { remedy: 'None.' });

/** A page in memory. `fails`: called before each step, with its number. */
function openPage(parts: Partial<SmallState<Numbers, Numbers>>, fails: (step: number) => void) {
  const shown: Numbers['values'] = { a: 1, b: 2 };
  let steps = 0;
  const page: SmallState<Numbers, Numbers> = {
    id: 'numbers',
    read: async () => ({ values: { ...shown } }),
    restorableState: ({ values }) => ({ values }),
    async write({ values }) {
      for (const [name, value] of Object.entries(values)) {
        if (shown[name] === value) continue;
        steps += 1;
        fails(steps);
        shown[name] = value;
      }
    },
    computeCall: ({ values }, tool, args) =>
      tool === 'fail'
        ? { success: false, message: 'Not possible.' }
        : { after: { values: { ...values, ...(args as Numbers['values']) } }, message: 'Set.' },
    ...parts,
  };
  return { half: createSmallHalf(page, ['save']), shown };
}

function failingAt(...failing: number[]) {
  return (step: number) => {
    if (failing.includes(step)) throw new Error(`Step ${step} failed.`);
  };
}

/** Refuses steps in the author's words. */
function refusingAt(...refused: number[]) {
  return (step: number) => {
    if (!refused.includes(step)) return;
    throw new StewardError('state-refused', 'Item b is in use.', { remedy: 'Release it first.' });
  };
}

describe('the state half of a small adapter', () => {
  it('applies a state and resolves with the one that the page then shows', async () => {
    const { half, shown } = openPage({}, failingAt());
    expect(await half.applyState({ values: { a: 5, b: 6 } }, signal)).toEqual({ values: { a: 5, b: 6 } });
    expect(shown).toEqual({ a: 5, b: 6 });
  });

  it('restores the page if a step is refused, and keeps the words of the refusal', async () => {
    const { half, shown } = openPage({}, refusingAt(2));
    await expect(half.applyState({ values: { a: 5, b: 6 } }, signal)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'Item b is in use. The page is as it was.',
      remedy: 'Release it first.',
    });
    expect(shown).toEqual({ a: 1, b: 2 });
  });

  it('says so if the page can’t be restored either', async () => {
    const { half } = openPage({}, refusingAt(2, 3));
    await expect(half.applyState({ values: { a: 5, b: 6 } }, signal)).rejects.toMatchObject({
      message: 'Item b is in use. The state before could not be restored.',
    });
  });

  it.each([
    ['a change', 'set', failingAt(), { success: true, message: 'Set.' }, { a: 5, b: 2 }],
    [
      'a change that the page refuses',
      'set',
      failingAt(1),
      { success: false, error_code: 'page_refused' },
      { a: 1, b: 2 },
    ],
  ])('executes %s', async (_, tool, fails, result, values) => {
    const { half } = openPage({}, fails);
    const done = await half.execute(tool, { a: 5 }, signal);
    expect(done).toMatchObject({ result, state: { values } });
  });

  it('returns the computed data with the result of a change, and none with a refused one', async () => {
    const computeCall: SmallState<Numbers, Numbers>['computeCall'] = () => ({
      after: { values: { a: 5, b: 2 } },
      message: 'Set.',
      data: { set: ['a'] },
    });
    const done = await openPage({ computeCall }, failingAt()).half.execute('set', {}, signal);
    expect(done.result).toEqual({ success: true, message: 'Set.', data: { set: ['a'] } });
    const refused = await openPage({ computeCall }, failingAt(1)).half.execute('set', {}, signal);
    expect(refused.result).not.toHaveProperty('data');
  });

  it('sends nothing to the page for a call that fails in its dry run', async () => {
    const { half, shown } = openPage({}, failingAt());
    expect(await half.execute('fail', {}, signal)).toMatchObject({ result: { success: false }, state: null });
    expect(shown).toEqual({ a: 1, b: 2 });
  });

  it('reports a change that the page accepts but does not show', async () => {
    const { half } = openPage({ write: async () => {} }, failingAt());
    const { result } = await half.execute('set', { a: 5 }, signal);
    expect(result.error_code).toBe('not_applied');
  });

  it('reports a commit that the page refuses, and rejects with any other error of it', async () => {
    const refusing = openPage({ commit: () => Promise.reject(refusal) }, failingAt());
    expect((await refusing.half.execute('save', {}, signal)).result.error_code).toBe('page_refused');
    const late = new StewardError('timeout', 'Late.', { remedy: 'None.' });
    const silent = openPage({ commit: () => Promise.reject(late) }, failingAt());
    await expect(silent.half.execute('save', {}, signal)).rejects.toBe(late);
  });

  it('gives each change the state that it starts from, also when it changes back', async () => {
    const writes: unknown[] = [];
    const write: SmallState<Numbers, Numbers>['write'] = async (state, _signal, from) => {
      writes.push({ from: from.values, to: state.values });
      if (writes.length === 1) throw refusal;
    };
    const { half } = openPage({ write }, failingAt());
    await half.execute('set', { a: 5 }, signal);
    const [before, wanted] = [
      { a: 1, b: 2 },
      { a: 5, b: 2 },
    ];
    expect(writes).toEqual([
      { from: before, to: wanted },
      { from: wanted, to: before },
    ]);
  });

  it('makes the server serve each write, also one that failed and each one back, and ends the message with it', async () => {
    const served: [number | undefined, number | undefined][] = [];
    const serve: SmallState<Numbers, Numbers>['serve'] = async (from, to) => {
      served.push([from.values.a, to.values.a]);
      return { message: 'Checked.', data: { in_force: 'yes' } };
    };
    const { half } = openPage({ serve }, failingAt(2));
    expect((await half.execute('set', { a: 5 }, signal)).result).toEqual({
      success: true,
      message: 'Set. Checked.',
      data: { in_force: 'yes' },
    });
    expect((await half.execute('set', { a: 6 }, signal)).result.success).toBe(false);
    await half.applyState({ values: { a: 1, b: 2 } }, signal);
    expect(served).toEqual([
      [1, 5],
      [5, 6],
      [6, 5],
      [5, 1],
    ]);
  });

  it('refuses to read with a tool that it does not have', async () => {
    const { half } = openPage({}, failingAt());
    expect((await half.query('set', { a: 5 }, signal)).error_code).toBe('wrong_way');
  });
});
