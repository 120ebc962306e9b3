import { afterAll, describe, expect, it } from 'vitest';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import { EFFECTS, type NewAdapter, TEMPLATE_KINDS, VALUE_TYPES } from '@/scripts/adapter/template-kinds';
import type { Json } from '@/src/schema/values/json';
import { openScaffold, writeScaffolds } from './scaffold-in-memory';

const adapters: NewAdapter[] = TEMPLATE_KINDS.filter((kind) => kind !== 'rule-list').flatMap((kind) =>
  VALUE_TYPES.flatMap((value) =>
    // The types differ in both; what a live page leaves out, it leaves out of all.
    EFFECTS.filter((changes) => changes === 'saved' || value === 'number').map((changes) => ({
      ...{ id: 'template-adapter', title: 'Rate limits', match: 'https://admin.example/limits*' },
      ...{ kind, changes, identity: 'site', noun: 'limit', value },
    })),
  ),
);
const { folders, remove } = writeScaffolds(
  adapters.map(
    (adapter) => new Map(templateFiles(adapter.kind).map((name) => [name, renderTemplate(name, adapter)])),
  ),
);
afterAll(remove);

const MESSAGES = {
  boolean: 'Set beta to on (was off).',
  number: 'Set ada to 7 (was 100).',
  text: 'Set ada to "red" (was "blue").',
};

describe('a new adapter', () => {
  it.each(adapters.map((adapter, index) => [adapter.kind, adapter.value, adapter.changes, index] as const))(
    'for %s and values of the type %s on a %s page reads and changes its fixture page',
    async (_kind, value, _changes, index) => {
      const { definition, conformance, half, run, close } = await openScaffold(folders[index] ?? '');
      const { signal } = new AbortController();
      const read = async () =>
        definition.contextSchema.parse(await readAtRest(() => half.getContext(signal)));
      expect(await half.detect(signal)).not.toBeNull();
      const state = definition.restorableState(await read());
      expect(conformance.calls.map(({ tool }) => tool)).toEqual(definition.tools.map(({ name }) => name));
      for (const { tool, args } of conformance.calls) {
        const { effect, input } = definition.tools.find(({ name }) => name === tool) ?? {};
        expect(input?.safeParse(args).success).toBe(true);
        const before = await read();
        const computed = definition.computeCall?.(before, tool, args);
        const result =
          effect === 'read'
            ? await half.query(tool, args, signal)
            : (await half.execute(tool, args, signal)).result;
        expect(result).toMatchObject({ success: true });
        if (effect === 'write') expect(result.message).toBe(MESSAGES[value]);
        if (computed !== undefined && 'after' in computed) expect(await read()).toEqual(computed.after);
      }
      for (const wanted of [...conformance.states(state), state]) {
        expect(await half.applyState(wanted, signal)).toEqual(wanted);
        expect(definition.restorableState(await read())).toEqual(wanted);
      }
      run(conformance.script);
      expect(definition.restorableState(await read())).not.toEqual(state);
      close();
    },
  );
});

/** Reads a page that may still load. */
async function readAtRest(read: () => Promise<Json>): Promise<Json> {
  return expect.poll(read).toBeDefined().then(read);
}
