import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REGISTRIES } from '@/scripts/adapter/add-entries';
import { readAnswers } from '@/scripts/adapter/read-answers';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { followTutorial } from './follow-tutorial';

const text = readFileSync('docs/adapters.md', 'utf8');
const tutorial = text.split('## Tutorial')[1]?.split('\n## ')[0] ?? '';

/** The arguments of the command in the tutorial. */
function scaffoldArguments(): string[] {
  const command = /npm run new-adapter -- ([\s\S]*?)\nnpm/.exec(tutorial)?.[1] ?? '';
  return [...command.matchAll(/"([^"]*)"|(--?[a-z]+|[a-z][a-z-]*)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
}

/** The names of an interface's own fields. */
function fieldsOf(source: string, name: string): string[] {
  const [, body = ''] = source.split(`export interface ${name}`);
  const fields = (body.split('\n}')[0] ?? '').matchAll(/^ {2}(?:readonly )?([a-zA-Z]+)\??[:(]/gm);
  return [...fields].map(([, field]) => field ?? '');
}

describe('docs/adapters.md', () => {
  it('has a tutorial that can be followed on the scaffold as it is', async () => {
    const adapter = await readAnswers(scaffoldArguments(), null);
    if (adapter === null) throw new Error('The tutorial asks for the help.');
    const scaffold = new Map(
      templateFiles(adapter.kind).map((name) => [name, renderTemplate(name, adapter)]),
    );
    const files = followTutorial(tutorial, scaffold);
    for (const [name, file] of files) {
      expect(file).not.toMatch(name.endsWith('.ts') ? /switch|checkbox|\.checked/i : /checkbox|\.checked/);
    }
  });

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
