// @document
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dryRunners, serviceAdapters, toolRunners } from '@/src/adapters/background';
import { adapters } from '@/src/adapters/index';
import { knownProblems } from '@/src/adapters/known-problems';
import { pageAdapters } from '@/src/adapters/page-halves';
import { PROMPT_SECTIONS } from '@/src/core/prompts/prompt-contribution';

const folders = readdirSync(join(process.cwd(), 'src/adapters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map((entry) => entry.name);

const halves = await Promise.all(pageAdapters.map(async ({ load }) => (await load())(document)));

describe('every adapter folder', () => {
  it.each(folders)('%s is registered with definition and page half', (folder) => {
    expect(adapters.map(({ id }) => id)).toContain(folder);
    expect(pageAdapters.map(({ id }) => id)).toContain(folder);
  });

  it('is registered under its own id, in one order', () => {
    const ids = adapters.map(({ id }) => id);
    expect([...ids].sort()).toEqual([...folders].sort());
    expect(pageAdapters.map(({ id }) => id)).toEqual(ids);
    expect(halves.map(({ id }) => id)).toEqual(ids);
  });
});

it('reads and changes each adapter’s pages in one place: in the page, or in the background if a key replaces the page', () => {
  const inPage = halves.filter((half) => 'getContext' in half);
  const onlyInBackground = serviceAdapters.filter(({ isBesidePage }) => isBesidePage !== true);
  expect([...inPage, ...onlyInBackground].map(({ id }) => id).sort()).toEqual([...folders].sort());
  const besidePage = serviceAdapters.filter(({ isBesidePage }) => isBesidePage === true);
  expect(inPage.map(({ id }) => id)).toEqual(expect.arrayContaining(besidePage.map(({ id }) => id)));
});

it('known problems are of registered adapters, and each is stated once', () => {
  const ids = adapters.map(({ id }) => id);
  expect(knownProblems.filter(({ adapterId }) => !ids.includes(adapterId))).toEqual([]);
  expect(new Set(knownProblems.map(({ issue }) => issue)).size).toBe(knownProblems.length);
});

it('tool runners and dry runners have the ids of registered adapters', () => {
  const known = adapters.map(({ id }) => id);
  for (const { id } of [...toolRunners, ...dryRunners]) expect(known).toContain(id);
});

it('an adapter without a dry run of its own gets one that uses computeCall', () => {
  const computed = adapters.filter(({ computeCall }) => computeCall !== undefined).map(({ id }) => id);
  expect(dryRunners.map(({ id }) => id)).toEqual(expect.arrayContaining(computed));
});

describe.each(adapters)('the adapter $id', ({ id, contributions, tools, resultViews }) => {
  it('declares views only for results of its own tools', () => {
    const names = tools.map(({ name }) => name);
    // An adapter whose messages say it all has none.
    for (const tool of Object.keys(resultViews ?? {})) expect(names).toContain(tool);
  });

  // What the kit checks on the fixture page runs in tests/e2e/adapter-conformance.spec.ts.
  it('declares its fixture for the conformance kit', () => {
    expect(readdirSync(join('src/adapters', id))).toContain('conformance.ts');
  });

  it.each(contributions)(
    'contributes $key under a valid key, to an existing section or a section of its own',
    ({ key, section, content }) => {
      expect(key).toMatch(/^[a-z0-9_-]+:[a-z0-9_-]+$/);
      if (typeof section === 'string') expect(PROMPT_SECTIONS).toContain(section);
      else expect(section?.custom).toMatch(/\w/);
      expect((content.type === 'text' ? content.text : content.template).trim()).not.toBe('');
    },
  );
});
