import { isSameJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';

/** Long work in steps of a few milliseconds at most: yields after each, and returns its value. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/**
 * Time in milliseconds after which a computation lets the worker do something else, such as receive a stop. With the step that
 * exceeds it, and with what isn't done in steps, a computation holds the worker for less than 50 ms: with 20 ms, up to 59 were measured.
 */
const SLICE_MS = 10;

/**
 * Thrown by work whose slice is over. The computation runs again in the next slice, and the work then continues. `isNew`: it began in this
 * slice.
 */
class SliceOver extends Error {
  constructor(readonly isNew: boolean) {
    super('The slice is over.');
  }
}

/** Length of the present slice. Outside of {@link inSlices}, work is done at once. */
let presentMs = Number.POSITIVE_INFINITY;
/**
 * The time at which the present slice ends; null until it has work to do. What runs again before that doesn't count: it would leave a slow
 * machine no time for the work.
 */
let endsAtMs: number | null = null;

/**
 * Runs a computation, and lets the worker do something else between two slices of its work. `compute` may run several times, so it
 * only computes, and its long parts are {@link rememberedWork}. Rejects with the signal's reason if it aborts in between.
 */
export async function inSlices<Value>(compute: () => Value, signal?: AbortSignal): Promise<Value> {
  for (let sliceMs = SLICE_MS; ; ) {
    signal?.throwIfAborted();
    [presentMs, endsAtMs] = [sliceMs, null];
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
      // Work on a key that each run of the computation creates begins again in each slice, so it has to end within one.
      sliceMs = error.isNew ? sliceMs * 1.2 : SLICE_MS;
    } finally {
      [presentMs, endsAtMs] = [Number.POSITIVE_INFINITY, null];
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Results of `make` for the items of a list, one item in each step. */
export function* mapInSteps<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Steps<Made[]> {
  const all: Made[] = [];
  for (const item of items) {
    all.push(make(item));
    yield;
  }
  return all;
}

/** Number of items of a long list that are examined in one step. */
const ITEMS_PER_STEP = 64;

/** The items of a long list that pass the test, in steps. */
export function* filterInSteps<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Steps<Item[]> {
  const passed: Item[] = [];
  let count = 0;
  for (const item of items) {
    if (test(item)) passed.push(item);
    count += 1;
    if (count % ITEMS_PER_STEP === 0) yield;
  }
  return passed;
}

/** The first item of a long list that passes the test, in steps; undefined if none does. */
export function* findInSteps<Item>(
  items: Iterable<Item>,
  test: (item: Item) => boolean,
): Steps<Item | undefined> {
  let count = 0;
  for (const item of items) {
    if (test(item)) return item;
    count += 1;
    if (count % ITEMS_PER_STEP === 0) yield;
  }
  return undefined;
}

/** Most inputs whose work is cached for one key: those before a change, after it, and one more. */
const MAX_REMEMBERED = 3;

interface Work<Input, Value> {
  input: Input;
  steps: Steps<Value>;
  outcome: { value: Value } | { error: unknown } | null;
}

/**
 * Caches long work by an object, with which it is freed, and by an input; both must not be mutated. An error is cached, too. What was
 * done in an earlier slice stays done.
 */
export function rememberedWork<Key extends object, Input extends Json, Value>(
  begin: (key: Key, input: Input) => Steps<Value>,
): (key: Key, input: Input) => Value {
  const cache = new WeakMap<Key, Work<Input, Value>[]>();
  return (key, input) => {
    const known = cache.get(key) ?? []; // Nothing is cached yet.
    const found = known.find((one) => isSameJson(one.input, input));
    // New work.
    const work = found ?? { input, steps: begin(key, input), outcome: null };
    if (found === undefined) cache.set(key, [...known, work].slice(-MAX_REMEMBERED));
    while (work.outcome === null) {
      endsAtMs ??= performance.now() + presentMs;
      try {
        const { done, value } = work.steps.next();
        if (done === true) work.outcome = { value };
      } catch (error) {
        // Other work that these steps need isn't done yet. It continues when they begin again.
        if (error instanceof SliceOver) {
          work.steps = begin(key, input);
          throw error;
        }
        work.outcome = { error };
      }
      if (work.outcome === null && performance.now() > endsAtMs) throw new SliceOver(found === undefined);
    }
    if ('error' in work.outcome) throw work.outcome.error;
    return work.outcome.value;
  };
}

/** As {@link rememberedWork}, for a computation that has no steps of its own. */
export function rememberedValue<Key extends object, Input extends Json, Value>(
  compute: (key: Key, input: Input) => Value,
): (key: Key, input: Input) => Value {
  return rememberedWork(function* (key, input) {
    yield;
    return compute(key, input);
  });
}
