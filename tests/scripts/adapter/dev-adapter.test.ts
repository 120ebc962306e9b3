import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as zod from 'zod';
import { addToBuild } from '@/scripts/adapter/dev-adapter';
import type { RegisteredAdapter } from '@/scripts/adapter/development/registered-adapters';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter, TemplateKind } from '@/scripts/adapter/template-kinds';

const HOST = 'void "the content script";';

let folder: string;
let extension: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-added-'));
  extension = join(folder, 'extension');
  for (const name of ['adapters', 'content-scripts']) mkdirSync(join(extension, name), { recursive: true });
  writeFileSync(join(extension, 'content-scripts', 'content.js'), HOST);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a new adapter to a folder outside of the repository. */
function newAdapter(id: string, kind: TemplateKind): string {
  const words = { title: 'Limits', match: 'https://admin.example/*', noun: 'limit' };
  const adapter: NewAdapter = { id, kind, ...words, changes: 'live', identity: 'site', value: 'number' };
  const path = join(folder, id);
  mkdirSync(path);
  for (const name of templateFiles(kind)) writeFileSync(join(path, name), renderTemplate(name, adapter));
  return path;
}

/** The adapters that add themselves when a script of the extension runs. */
function addedBy(name: string): Map<string, RegisteredAdapter> {
  const scope: { stewardAdapters?: Map<string, RegisteredAdapter> } = {};
  const script = readFileSync(join(extension, name), 'utf8');
  // The browser may inject a content script into a page twice.
  for (let times = 0; times < 2; times += 1) runInNewContext(script, scope);
  if (scope.stewardAdapters === undefined) throw new Error(`${name} adds no adapter.`);
  return scope.stewardAdapters;
}

/** Loads a module as the development build gives it to an adapter. */
const modules = new Map<string, unknown>([['zod', zod]]);
async function loadModules(script: string): Promise<void> {
  for (const [, path = ''] of script.matchAll(/require\("(src\/.*?)"\)/g)) {
    modules.set(path, await import(/* @vite-ignore */ join(process.cwd(), path)));
  }
}

it.each(['dom', 'rest', 'form', 'rule-list'] as const)(
  'an adapter of the kind %s is added with its definition, its parts of the background, and its page half',
  async (kind) => {
    await addToBuild(newAdapter('team-limits', kind), extension);
    await loadModules(readFileSync(join(extension, 'adapters/definitions.js'), 'utf8'));
    const trusted = addedBy('adapters/definitions.js').get('team-limits');
    expect(trusted?.texts?.en).toMatchObject({ 'team-limits.pageLine.title': 'Limits' });
    const parts = trusted?.run((path) => modules.get(path));
    expect(parts).toMatchObject({ definition: { id: 'team-limits' } });
    expect(parts).toHaveProperty(kind === 'rule-list' ? 'background.service' : 'background');
    const page = addedBy('content-scripts/content.js').get('team-limits');
    const half = page?.run((path) => expect.fail(`requires ${path}`));
    expect(half).toMatchObject({ sign: expect.anything(), createPage: expect.anything() });
  },
);

it('the content script follows the adapters’ scripts once, however often they are built', async () => {
  const paths = [newAdapter('one', 'dom'), newAdapter('two', 'rest')];
  for (const path of [...paths, ...paths]) await addToBuild(path, extension);
  const script = readFileSync(join(extension, 'content-scripts/content.js'), 'utf8');
  expect(script.split(HOST)).toHaveLength(2);
  expect([...addedBy('content-scripts/content.js').keys()]).toEqual(['one', 'two']);
});

it('an import of what adapters may not use is refused, with its file', async () => {
  const path = newAdapter('team-limits', 'dom');
  const file = join(path, 'definition.ts');
  writeFileSync(file, `import '@/src/panel/shell/open-panel';\n${readFileSync(file, 'utf8')}`);
  await expect(addToBuild(path, extension)).rejects.toThrow(
    `${file} imports @/src/panel/shell/open-panel. An adapter may import src/core`,
  );
});
