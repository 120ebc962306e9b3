import { describe, expect, it } from 'vitest';
import { exampleUrl, renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import { EFFECTS, TEMPLATE_KINDS } from '@/scripts/adapter/template-kinds';

const match = 'https://admin.example/limits*';
const every = TEMPLATE_KINDS.flatMap((kind) =>
  EFFECTS.flatMap((changes) => templateFiles(kind).map((file) => [kind, changes, file] as const)),
);
const render = ([kind, changes, file]: (typeof every)[number]) =>
  renderTemplate(file, {
    ...{ id: 'rate-limits', title: 'Rate limits', match, kind, changes, identity: 'path' },
  });

/** The names that a module imports. */
const importedBy = (text: string) =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []),
  );

describe('a template', () => {
  it.each(every)('for %s and %s leaves no mark and no name of its own in %s', (...file) => {
    expect(render(file)).not.toMatch(/template|\/\/ (\[saved|saved\]|live\|)/i);
  });

  const small = TEMPLATE_KINDS.filter((kind) => kind !== 'rule-list');

  it.each(small)('for %s has the parts of a saved page only where there is one', (kind) => {
    expect(render([kind, 'saved', 'definition.ts'])).toContain('save_switches');
    expect(render([kind, 'live', 'definition.ts'])).not.toMatch(/\bsav/i);
    expect(render([kind, 'live', 'compute-call.ts'])).not.toMatch(/\bsav/i);
    expect(render([kind, 'live', 'page.ts'])).not.toMatch(/\bsav/i);
  });

  const smallFiles = small.flatMap((kind) => templateFiles(kind).map((file) => [kind, file] as const));

  it.each(smallFiles)('for %s imports what a live page needs of the imports in %s', (kind, file) => {
    const live = render([kind, 'live', file]);
    const body = live.replace(/^import [^;]*;$/gm, '');
    const used = importedBy(render([kind, 'saved', file])).filter((name) => body.match(`\\b${name}\\b`));
    expect(importedBy(live)).toEqual(expect.arrayContaining(used));
  });

  it('makes an adapter for lists of rules of ten files', () => {
    expect(templateFiles('rule-list')).toHaveLength(10);
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
