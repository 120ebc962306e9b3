import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { hashJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/schema/values/json';
import { filterStates } from '@/tests/fuzz/filter/filter-case';
import { type FilterRig, startFilterRig } from '@/tests/fuzz/filter/filter-rig';

const SEED = 20_261_126;
const RUNS = 60;
const { signal } = new AbortController();

let rig: FilterRig;
beforeAll(async () => {
  rig = await startFilterRig();
});
afterAll(() => rig.close());

/** The page's state as a checkpoint stores it: parsed by the definition's schema. */
async function capture(half: PageHalf) {
  const state = modelFilter.stateSchema.parse(half.stateOf(await half.getContext(signal)));
  return { state, hash: hashJson(state) };
}

it(`an applied state has the hash of its capture and equals the requested state (seed ${SEED})`, async () => {
  const property = fc.asyncProperty(filterStates, async ({ names, states: [first, second] }) => {
    const { half } = await rig.open(names);
    await half.applyState(first, signal);
    const captured = await capture(half);
    expect(captured.state).toEqual(first);

    await half.applyState(second, signal);
    const between = await capture(half);
    await half.applyState(captured.state, signal);
    expect((await capture(half)).hash).toBe(captured.hash);
    await half.applyState(between.state, signal);
    expect((await capture(half)).hash).toBe(between.hash);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
});

it(`a state that the page refuses leaves the hash unchanged (seed ${SEED})`, async () => {
  const breaches = fc.constantFrom<JsonObject>(
    { provider: 'nobody' },
    { drafts: { nobody: { ignore: ['a'], whitelist: [] } } },
    { drafts: { openrouter: { ignore: ['a', 'a'], whitelist: [] } } },
    { drafts: { openrouter: { ignore: [], whitelist: ['a,b'] } } },
    { search: 7 },
  );
  const property = fc.asyncProperty(filterStates, breaches, async ({ names, states }, breach) => {
    const { half } = await rig.open(names);
    await half.applyState(states[0], signal);
    const { hash } = await capture(half);
    const refused = half.applyState({ ...states[1], ...breach }, signal);
    await expect(refused).rejects.toMatchObject({ code: 'state-refused' });
    expect((await capture(half)).hash).toBe(hash);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
});
