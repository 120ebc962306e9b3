import { afterAll, describe, expect, it } from 'vitest';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';
import { EFFECTS, TEMPLATE_KINDS, VALUE_TYPES } from '@/scripts/kit/answers.mjs';
import { runCommand } from '@/scripts/run-command.mjs';
import { followTutorials } from '@/tests/project/follow-tutorial';
import { expectWorkingScaffold, writeScaffolds } from './scaffold-in-memory';

const adapters: NewAdapter[] = TEMPLATE_KINDS.filter((kind) => kind !== 'rule-list').flatMap((kind) =>
  VALUE_TYPES.flatMap((value) =>
    // What a live page leaves out does not depend on the type of its values.
    EFFECTS.filter((changes) => changes === 'saved' || value === 'number').map((changes) => ({
      ...{ id: 'template-adapter', title: 'Rate limits', match: 'https://admin.example/limits*' },
      ...{ kind, changes, identity: 'site', noun: 'limit', value },
    })),
  ),
);
const scaffolds = adapters.map(
  (adapter) => new Map(templateFiles(adapter.kind).map((name) => [name, renderTemplate(name, adapter)])),
);
const tutorials = (await followTutorials()).map(({ files }) => files);
const { root, folders, remove } = writeScaffolds([...scaffolds, ...tutorials]);
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
      const messages = await expectWorkingScaffold(folders[index] ?? '');
      expect(messages).toMatchObject({ set_limit: MESSAGES[value], list_limits: 'Lists 4 of 4.' });
    },
  );

  it('compiles, as does the adapter that each tutorial leads to', async () => {
    expect(await runCommand('npx', ['tsc', '-p', root], { cwd: '.' })).toBe(0);
  }, 120_000);
});
