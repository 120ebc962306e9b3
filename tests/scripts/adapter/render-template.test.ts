import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleUrl, renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';
import { valueTexts } from '@/scripts/adapter/value-texts';
import { EFFECTS, TEMPLATE_KINDS } from '@/scripts/kit/answers.mjs';

const match = 'https://admin.example/limits*';
const every = TEMPLATE_KINDS.flatMap((kind) =>
  EFFECTS.flatMap((changes) => templateFiles(kind).map((file) => [kind, changes, file] as const)),
);
const render = ([kind, changes, file]: (typeof every)[number]) =>
  renderTemplate(file, {
    ...{ id: 'rate-limits', title: 'Rate limits', match, kind, changes, identity: 'path' },
    ...{ noun: 'switch', value: 'boolean' },
  });

/** The text of a file's template. */
function templateOf(kind: string, file: string): string {
  const [own, shared] = [`${kind}/${file}`, file].map((name) => `scripts/adapter/templates/${name}`);
  return readFileSync(own !== undefined && existsSync(own) ? own : String(shared), 'utf8');
}

/** The answers of an adapter that is named as in the templates. */
const asInTemplates: Omit<NewAdapter, 'kind'> = {
  ...{ id: 'template-adapter', title: 'Template title', match: 'https://template.example/switches*' },
  ...{ changes: 'saved', identity: 'site', noun: 'switch', value: 'boolean' },
};

/** The names that a module imports. */
const importedBy = (text: string) =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []),
  );

describe('a template', () => {
  it.each(every)('for %s and %s leaves no mark and no name of its own in %s', (...file) => {
    expect(render(file)).not.toMatch(/template|\/\/ (\[saved|saved\]|live\||form\|)/i);
  });

  const small = TEMPLATE_KINDS.filter((kind) => kind !== 'rule-list');

  it.each(small)('for %s has the parts of a saved page only where there is one', (kind) => {
    expect(render([kind, 'saved', 'definition.ts'])).toContain('save_switches');
    expect(render([kind, 'live', 'definition.ts'])).not.toMatch(/\bsav/i);
    expect(render([kind, 'live', 'compute-call.ts'])).not.toMatch(/\bsav/i);
    expect(render([kind, 'live', 'page.ts'])).not.toMatch(/\bsav/i);
  });

  const saved = every.filter(([, changes]) => changes === 'saved');

  it.each(saved)('for %s and %s has its own nouns and values in %s by default', (kind, _, file) => {
    const lines = templateOf(kind, file)
      .split('\n')
      .flatMap((line) =>
        line.includes('// form| ') ? (kind === 'form' ? line.replace('// form| ', '') : []) : line,
      );
    const unmarked = lines
      .filter((line) => !/^\s*(\/\/|<!--|#) (\[saved|saved\]|live\|)/.test(line))
      .join('\n');
    expect(renderTemplate(file, { ...asInTemplates, kind })).toBe(unmarked.replaceAll("'../", "'./"));
  });

  it.each(['number', 'text'] as const)('has each text that values of the type %s replace', (value) => {
    const texts = small.flatMap((kind) => templateFiles(kind).map((file) => templateOf(kind, file)));
    const replaced = valueTexts(value).map(([from]) => from);
    // Those that replace a part of another replacement's text.
    const templates = [...texts, ...valueTexts(value).map(([, to]) => to)].join('\n');
    expect(replaced.filter((text) => !templates.includes(text))).toEqual([]);
  });

  it.each(['number', 'text'] as const)('for values of the type %s has no switch', (value) => {
    for (const kind of small) {
      for (const file of templateFiles(kind)) {
        const text = renderTemplate(file, { ...asInTemplates, match, kind, noun: 'limit', value });
        expect(text).not.toMatch(/switch|checkbox|\bbox|\.checked|isOn|beta/i);
      }
    }
  });

  it.each([
    ['limit', 'list_limits', 'set_limit'],
    ['class', 'list_classes', 'set_class'],
    ['tax', 'list_taxes', 'set_tax'],
    ['batch', 'list_batches', 'set_batch'],
    ['policy', 'list_policies', 'set_policy'],
    ['key', 'list_keys', 'set_key'],
    ['datum/data', 'list_data', 'set_datum'],
    ['lightswitch', 'list_lightswitches', 'set_lightswitch'],
  ])('for the noun %s has the tools %s and %s', (noun, ...tools) => {
    const text = renderTemplate('definition.ts', { ...asInTemplates, kind: 'dom', noun });
    for (const tool of tools) expect(text).toContain(`'${tool}'`);
  });

  it('keeps the addresses of the pages, whatever the noun', () => {
    const text = renderTemplate('sign.ts', { ...asInTemplates, kind: 'dom', noun: 'limit' });
    expect(text).toContain("'https://template.example/switches*'");
  });

  const smallFiles = small.flatMap((kind) => templateFiles(kind).map((file) => [kind, file] as const));

  it.each(smallFiles)('for %s imports what a live page needs of the imports in %s', (kind, file) => {
    const live = render([kind, 'live', file]);
    const body = live.replace(/^import [^;]*;$/gm, '');
    const used = importedBy(render([kind, 'saved', file])).filter((name) => body.match(`\\b${name}\\b`));
    expect(importedBy(live)).toEqual(expect.arrayContaining(used));
  });

  it('makes an adapter for lists of rules of ten files', () => {
    expect(templateFiles('rule-list')).toHaveLength(8);
  });

  it('makes a small adapter of less than 150 lines', () => {
    const lines = ['definition.ts', 'compute-call.ts', 'page.ts'] as const;
    const counts = lines.map((file) => render(['rest', 'live', file]).trimEnd().split('\n').length);
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThan(170);
  });
});

it.each([
  [match, 'https://admin.example/limits'],
  ['*://*/admin/*/limits', 'https://admin.example/admin/any/limits'],
  ['http://*.example/x?*', 'http://any.example/x?'],
])('the fixture of %s is shown at %s', (pattern, url) => {
  expect(exampleUrl(pattern)).toBe(url);
});
