import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { adapters } from '@/src/adapters';

const FORMS = '.github/ISSUE_TEMPLATE';

const step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.unknown().optional(),
});
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ steps: z.array(step), 'timeout-minutes': z.number() })),
});
const fieldSchema = z.object({
  type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']),
  id: z.string().optional(),
  attributes: z.object({ label: z.string().optional(), options: z.array(z.unknown()).optional() }),
});
const formSchema = z.object({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(fieldSchema),
});

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`);
}

function read(path: string): unknown {
  const parsed = parseDocument(readFileSync(path, 'utf8'));
  expect([...parsed.errors, ...parsed.warnings]).toEqual([]);
  return parsed.toJS();
}

describe('each workflow', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const workflows = filesIn('.github/workflows');

  it.each(workflows)('%s runs only scripts of package.json and files that exist', (path) => {
    const steps = Object.values(workflowSchema.parse(read(path)).jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run }) => run?.split(/\n|&&/).map((line) => line.trim()) ?? []);
    expect(commands.length).toBeGreaterThan(0);
    const named = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.slice(1) ?? []);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const files = commands.filter((command) => command.startsWith('.'));
    expect(files.filter((file) => !existsSync(file.split(' ')[0] ?? ''))).toEqual([]);
  });

  it.each(workflows)('%s names the version of each action, and takes Node’s from package.json', (path) => {
    const steps = Object.values(workflowSchema.parse(read(path)).jobs).flatMap((job) => job.steps);
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
    const nodes = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
    for (const node of nodes) expect(node.with).toMatchObject({ 'node-version-file': 'package.json' });
  });
});

it('a pull request is checked with rights to read alone, on three systems', () => {
  const { permissions, jobs } = workflowSchema.parse(read('.github/workflows/ci.yml'));
  expect(permissions).toEqual({ contents: 'read' });
  const runs = Object.values(jobs).map(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(runs[0]).toContain('.ci/run');
  expect(runs[1]).toEqual(['npm ci', 'npm run build', 'npm run build:firefox']);
  expect(readFileSync('.github/workflows/ci.yml', 'utf8')).toContain('[macos-latest, windows-latest]');
});

describe('the issue forms', () => {
  const forms = filesIn(FORMS).filter((path) => !path.endsWith('/config.yml'));

  it('are for a bug, a page, an endpoint and a wish', () => {
    expect(forms.map((path) => path.slice(FORMS.length + 1)).toSorted()).toEqual([
      ...['bug.yml', 'endpoint.yml', 'feature.yml', 'site-changed.yml'],
    ]);
    expect(read(`${FORMS}/config.yml`)).toEqual({ blank_issues_enabled: false });
  });

  it.each(forms)('%s has a label for each field, and ids that differ', (path) => {
    const fields = formSchema.parse(read(path)).body.filter(({ type }) => type !== 'markdown');
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(fields.filter(({ id, attributes }) => !id || !attributes.label)).toEqual([]);
    const options = fields
      .filter(({ type }) => type === 'dropdown')
      .flatMap(({ attributes }) => attributes.options);
    // YAML reads a bare `no` as a boolean, which the code host refuses.
    expect(options.filter((option) => typeof option !== 'string')).toEqual([]);
  });

  it('ask which page changed, by the titles of the adapters', () => {
    const { body } = formSchema.parse(read(`${FORMS}/site-changed.yml`));
    const options = body.find(({ id }) => id === 'adapter')?.attributes.options;
    const titles = adapters.map(({ title }) => title);
    const own = ['Model filter', 'Page'];
    expect(options).toEqual(expect.arrayContaining(titles.filter((title) => !own.includes(title))));
  });
});

it('dependency updates come in groups', () => {
  const schema = z.object({ updates: z.array(z.object({ groups: z.record(z.string(), z.unknown()) })) });
  const { updates } = schema.parse(read('.github/dependabot.yml'));
  expect(updates.map(({ groups }) => Object.keys(groups))).toEqual([
    ['shipped', 'build-and-test'],
    ['actions'],
  ]);
});
