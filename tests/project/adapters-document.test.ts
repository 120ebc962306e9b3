import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REGISTRIES } from '@/scripts/adapter/add-entries';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { expectWorkingScaffold, writeScaffolds } from '@/tests/scripts/adapter/scaffold-in-memory';
import { followTutorials } from './follow-tutorial';

const text = readFileSync('docs/adapters.md', 'utf8');
/** The names of an interface's own fields. */
function fieldsOf(source: string, name: string): string[] {
  const [, body = ''] = source.split(`export interface ${name}`);
  const fields = (body.split('\n}')[0] ?? '').matchAll(/^ {2}(?:readonly )?([a-zA-Z]+)\??[:(]/gm);
  return [...fields].map(([, field]) => field ?? '');
}

describe('docs/adapters.md', () => {
  it.each([
    ['rest', ['/api/teams'], ['/api/limits'], { set_limit: 'Set eu/ada to 7 (was 100).' }],
    ['form', ['.flash.error', 'name=quota'], ['role=alert'], { set_quota: 'Set ada to 7 (was 100).' }],
    ['dom', ['HTMLButtonElement'], ['label'], { set_quota: 'Set ada to 7 (was 100).' }],
  ] as const)(
    'has a tutorial for %s that leads from the scaffold to an adapter for its page',
    async (kind, added, removed, messages) => {
      const { files } = (await followTutorials()).find((tutorial) => tutorial.kind === kind) ?? {};
      if (files === undefined) throw new Error(`No tutorial writes a scaffold for ${kind}.`);
      const text = files.get('page.ts') ?? '';
      for (const part of added) expect(text).toContain(part);
      for (const part of removed) expect(text).not.toContain(part);
      const { folders, remove } = writeScaffolds([files]);
      expect(await expectWorkingScaffold(folders[0] ?? '')).toMatchObject(messages);
      remove();
    },
  );

  it('lists the rules of the conformance kit with their titles, in order', () => {
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map(([, rule, title]) => [
      rule,
      title,
    ]);
    const rules = CHECKS.map(({ rule, title }) => [rule, title]);
    expect(rows.filter(([rule]) => rules.some(([known]) => known === rule))).toEqual(rules);
  });

  it.each([
    ['AdapterDefinition', 'src/core/adapter/adapter-definition.ts', ['AdapterDefinition']],
    ['PageHalf', 'src/core/adapter/page-half.ts', ['PageDetector', 'StateHalf']],
    ['ServiceAdapter', 'src/core/adapter/service-adapter.ts', ['ServiceAdapter']],
    ['AdapterCase', 'tests/conformance/adapter-case.ts', ['AdapterCase']],
  ])('has a row for every field of %s', (type, path, interfaces) => {
    const source = readFileSync(path, 'utf8');
    const fields = interfaces.flatMap((name) => fieldsOf(source, name));
    const [, section = ''] = text.split(`### ${type}\n`);
    const rows = [...(section.split('\n##')[0] ?? '').matchAll(/^\| `([a-zA-Z]+)`/gm)].map(
      ([, name]) => name,
    );
    expect(fields.length).toBeGreaterThan(4);
    expect(rows).toEqual(expect.arrayContaining(fields));
  });

  it('is named by the README as “Add your page”', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme.slice(0, 1_500)).toContain('[Add your page](docs/adapters.md)');
    expect(Object.keys(REGISTRIES)).toContain('README.md');
  });
});
