import { describe, expect, it, vi } from 'vitest';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { computedCalls, computedDryRun } from '@/src/adapters/kit/calls';
import { FailedCall, MissingPart } from '@/src/adapters/kit/computed-tool';
import { openWebui } from '@/src/adapters/open-webui/definition';
import type { OpenWebuiContext, OpenWebuiState } from '@/src/adapters/open-webui/model-flags';
import { computeCall } from '@/src/adapters/open-webui/tools';
import type { AdapterDefinition, ComputedChange } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { StewardError } from '@/src/core/errors';
import type { JsonObject } from '@/src/schema/values/json';
import { inEnglish } from '../../in-english';

const adapter = templateAdapter as unknown as AdapterDefinition;
const start = { switches: { beta: false, search: true }, locked: [], saved: { beta: false, search: true } };
const { saving: _saving, ...live } = adapter;

const unused = () => Promise.reject(new Error('Nothing of the page is needed.'));

function compute(definition: AdapterDefinition, ...calls: [string, JsonObject][]) {
  const page = { read: async () => start, look: () => Promise.reject(new Error('No query is needed.')) };
  const requests = calls.map(([tool, args], index) => ({
    executionId: `e${index}`,
    tool,
    args,
    leftOut: [],
  }));
  return computedDryRun(definition)?.compute(requests, start, page);
}

describe('a dry run that uses computeCall', () => {
  it('is missing if the adapter has no computeCall', () => {
    const { computeCall: _, ...rest } = adapter;
    expect(computedDryRun(rest)).toBeNull();
  });

  it.each<[string, [string, JsonObject][], string, string[]]>([
    ['a write', [['set_switch', { name: 'beta', on: true }]], 'Changes: switch "beta": no → yes.', ['beta']],
    ['a write without effect', [['set_switch', { name: 'beta', on: false }]], 'Nothing changes.', []],
    [
      'two writes',
      [
        ['set_switch', { name: 'beta', on: true }],
        ['set_switch', { name: 'search', on: false }],
      ],
      'Makes 2 changes.',
      ['beta', 'search'],
    ],
    [
      'a write and a save',
      [
        ['set_switch', { name: 'beta', on: true }],
        ['save_switches', {}],
      ],
      'Changes: switch "beta": no → yes. Saves one change: switch "beta": no → yes.',
      ['beta', 'beta'],
    ],
  ])('words the effect of %s', async (_, calls, summary, named) => {
    const computed = await compute(adapter, ...calls);
    expect(inEnglish(computed?.dryRun.net.summary)).toBe(summary);
    const texts = computed?.dryRun.net.differences.map(({ text }) => inEnglish(text));
    expect(texts).toEqual(named.map((name) => expect.stringContaining(name)));
  });

  it('starts each call from the state that the call before it led to', async () => {
    const computed = await compute(
      adapter,
      ['set_switch', { name: 'beta', on: true }],
      ['set_switch', { name: 'search', on: false }],
    );
    const [first, second] = computed?.dryRun.calls ?? [];
    const between = pageHashesOf(adapter, { ...start, switches: { beta: true, search: true } });
    expect(first).toMatchObject({ kind: 'change', after: between, step: { name: 'beta', on: true } });
    expect(second).toMatchObject({ stateHashBefore: between.stateHash });
  });

  it('returns a failure with the result of a call that would fail', async () => {
    const computed = await compute(adapter, ['set_switch', { name: 'gamma', on: true }]);
    expect(computed?.dryRun.calls).toMatchObject([
      { kind: 'failure', result: { success: false, error_code: 'not_found' } },
    ]);
    expect(computed?.after).toEqual(start);
  });

  it.each([
    ['on a page that is saved', adapter, undefined],
    ['on a live page', live, 'This takes effect at once.'],
  ])(
    'says %s whether a write takes effect at once, and that it can be undone',
    async (_, definition, warning) => {
      const computed = await compute(definition, ['set_switch', { name: 'beta', on: true }]);
      expect(computed?.dryRun.net.warning).toEqual(warning);
      expect(computed?.dryRun.net.notes.map(({ topic }) => topic)).toEqual(['way-back']);
    },
  );

  it('rejects a change by a tool that the definition does not have', async () => {
    const change = () => ({ after: start, message: 'Changed.' });
    await expect(
      compute({ ...adapter, computeCall: change }, ['format_disk', { name: 'beta', on: true }]),
    ).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('the tools of an adapter that computes its calls', () => {
  const context: OpenWebuiContext = {
    disabled: [],
    hidden: [],
    models: ['a', 'b'].map((id) => ({ id, name: id, kind: 'base', base: null, access: 'administrators' })),
  };

  /** Runs a call on a page in this state; `steps`: what was sent to it. */
  async function run(
    tool: string,
    args: JsonObject,
    parts: Partial<Parameters<typeof computedCalls<OpenWebuiContext, OpenWebuiState, Change>>[1]>,
  ) {
    const steps: JsonObject[] = [];
    const { tools, dryRun } = computedCalls(openWebui, { computeCall, ...parts });
    const page = { read: async () => context, look: () => Promise.reject(new Error('No query is needed.')) };
    const request = { executionId: 'e', tool, args, leftOut: [] };
    const change = async (step: JsonObject) => {
      steps.push(step);
      return { success: true, message: 'Changed.' };
    };
    const result = await tools.run(tool, args, { ...page, change });
    return { result, steps, computed: () => dryRun.compute([request], context, page) };
  }
  type Change = ComputedChange<OpenWebuiContext>;

  it('read on the context alone', async () => {
    const { result, steps } = await run('list_models', {}, {});
    expect(result).toMatchObject({ data: { total: 2 } });
    expect(steps).toEqual([]);
  });

  it('send the computed step, which is the one that the dry run shows', async () => {
    const args = { pattern: '*', enabled: false };
    const { steps, computed } = await run('set_models_enabled', args, {});
    expect(steps).toEqual([{ ids: ['a', 'b'], enabled: false }]);
    expect((await computed()).dryRun.calls).toMatchObject([{ kind: 'change', args, step: steps[0] }]);
  });

  it('send the arguments themselves if no step is named', async () => {
    const args = { pattern: 'a', enabled: false };
    const noStep = (after: OpenWebuiContext) => ({ after, message: 'Done.' });
    expect((await run('set_models_enabled', args, { computeCall: noStep })).steps).toEqual([args]);
  });

  it('send nothing for a call that fails in its dry run', async () => {
    const { result, steps } = await run('set_models_enabled', { ids: ['c'], enabled: false }, {});
    expect(result.error_code).toBe('model_not_found');
    expect(steps).toEqual([]);
  });

  it('are computed once on the same page, with the consequences, for dry runs and for the change itself', async () => {
    const compute = vi.fn(computeCall);
    const consequences = vi.fn(() => []);
    const complete = vi.fn(async (seen: OpenWebuiContext) => ({ ...seen, hidden: ['b'] }));
    const needsPart: typeof computeCall = (seen, tool, args) => {
      if (seen.hidden.length === 0) throw new MissingPart('hidden');
      return compute(seen, tool, args);
    };
    const own = { computeCall: needsPart, consequences, complete };
    const { tools, dryRun } = computedCalls(openWebui, own);
    const page = { read: async () => context, look: () => Promise.reject(new Error('No query is needed.')) };
    const args = { ids: ['a'], enabled: false };
    const dryRuns = await Promise.all(
      ['request', 'preview', 'decision'].map((executionId) =>
        dryRun.compute([{ executionId, tool: 'set_models_enabled', args, leftOut: [] }], context, page),
      ),
    );
    const change = async () => ({ success: true, message: 'Changed.' });
    await tools.run('set_models_enabled', args, { ...page, change });
    expect(compute).toHaveBeenCalledTimes(1);
    expect(consequences).toHaveBeenCalledTimes(1);
    // A part can change while the page doesn't.
    expect(complete).toHaveBeenCalledTimes(4);
    const kinds = dryRuns.map((one) => one.dryRun.calls[0]?.kind);
    expect(kinds).toEqual(['change', 'change', 'change']);
  });

  it('end between two slices when their signal aborts', async () => {
    const { dryRun } = computedCalls(openWebui, { computeCall });
    const page = { read: async () => context, look: () => Promise.reject(new Error('No query is needed.')) };
    const stopped = {
      ...page,
      signal: AbortSignal.abort(new StewardError('page-gone', 'Stopped.', { remedy: '' })),
    };
    const request = { executionId: 'e', tool: 'list_models', args: {}, leftOut: [] };
    await expect(dryRun.compute([request], context, stopped)).rejects.toThrow('Stopped.');
  });

  it('word the result of a change that was made', async () => {
    const changed = (change: Change) => ({ success: true, message: `Own words: ${change.message}` });
    const { result } = await run('set_models_enabled', { ids: ['a'], enabled: false }, { changed });
    expect(result.message).toContain('Own words: Disabled 1 model.');
  });

  describe('on a page whose context lacks a part', () => {
    /** Computes a call only once the part is there, as a third model. */
    const needsPart: typeof computeCall = (seen, tool, args) => {
      if (seen.models.length < 3) throw new MissingPart('c');
      return computeCall(seen, tool, args);
    };
    const disableAll: [string, JsonObject] = ['set_models_enabled', { pattern: '*', enabled: false }];

    it('report how many of the parts that the call needs are there', async () => {
      const parts = ['c', 'd'];
      const needs: typeof computeCall = (seen, tool, args) => {
        const done = parts.findIndex((part) => seen.models.every(({ id }) => id !== part));
        if (done >= 0) throw new MissingPart(parts[done] ?? '', { done, total: parts.length });
        return computeCall(seen, tool, args);
      };
      const [first] = context.models;
      const complete = async (seen: OpenWebuiContext, id: string): Promise<OpenWebuiContext> =>
        first === undefined ? seen : { ...seen, models: [...seen.models, { ...first, id }] };
      const report = vi.fn();
      const page = { read: async () => context, look: unused, change: unused, report };
      const { tools } = computedCalls(openWebui, { computeCall: needs, complete });
      expect(await tools.run('list_models', {}, page)).toMatchObject({ success: true });
      expect(report.mock.calls).toEqual(
        [0, 1].map((done) => [{ done, total: 2, isHeldUp: false, isReading: true }]),
      );
    });

    it('compute a call on the completed context', async () => {
      const complete = async (seen: OpenWebuiContext, part: string): Promise<OpenWebuiContext> => {
        const [first] = context.models;
        return first === undefined ? seen : { ...seen, models: [...seen.models, { ...first, id: part }] };
      };
      const { steps, computed } = await run(...disableAll, { computeCall: needsPart, complete });
      expect(steps).toEqual([{ ids: ['a', 'b', 'c'], enabled: false }]);
      expect((await computed()).dryRun.calls).toMatchObject([{ kind: 'change', step: steps[0] }]);
    });

    it.each<[string, () => never, object]>([
      [
        'with the reason if the part can’t be had',
        () => {
          throw new FailedCall({ success: false, message: 'No c.', error_code: 'not_ready' });
        },
        { message: 'No c.', error_code: 'not_ready' },
      ],
      [
        'if it is too large to compute',
        () => {
          throw new StewardError('too-complex', 'Too many.', { remedy: 'Remove some.' });
        },
        { message: 'Too many. Remove some.', error_code: 'too_many_to_decide' },
      ],
    ])('fail a call %s', async (_, complete, failure) => {
      const { result, steps, computed } = await run(...disableAll, { computeCall: needsPart, complete });
      expect(result).toMatchObject(failure);
      expect(steps).toEqual([]);
      expect((await computed()).dryRun.calls).toMatchObject([{ kind: 'failure', result: failure }]);
    });
  });

  it('send nothing for a call that a check of the page ends, which a dry run leaves out', async () => {
    const check = async () => ({ success: false, message: 'Changed elsewhere.' });
    const { result, steps, computed } = await run(
      'set_models_enabled',
      { ids: ['a'], enabled: false },
      { check },
    );
    expect(result.message).toBe('Changed elsewhere.');
    expect(steps).toEqual([]);
    expect((await computed()).dryRun.calls).toMatchObject([{ kind: 'change' }]);
  });

  it.each([
    ['arguments that its input rejects', 'set_models_hidden', { hidden: 'yes' }, 'invalid_parameters'],
    ['a name that no tool has', 'constructor', {}, 'unknown_tool'],
  ])('fail a call with %s', async (_, tool, args, code) => {
    expect((await run(tool, args, {})).result.error_code).toBe(code);
  });
});
