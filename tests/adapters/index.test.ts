// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dryRunners } from '@/src/adapters/dry-runners';
import { adapters } from '@/src/adapters/index';
import { createPageHalves } from '@/src/adapters/page-halves';
import { serviceAdapters } from '@/src/adapters/service-adapters';
import { toolRunners } from '@/src/adapters/tool-runners';
import { toApiTools } from '@/src/core/llm/api-tools';
import { PROMPT_SECTIONS } from '@/src/core/prompts/prompt-contribution';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { defineTool } from '@/src/core/tools/define-tool';

const folders = readdirSync(join(process.cwd(), 'src/adapters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('every adapter folder', () => {
  it.each(folders)('%s is registered with definition and page half', (folder) => {
    expect(adapters.map(({ id }) => id)).toContain(folder);
    expect(createPageHalves(document).map(({ id }) => id)).toContain(folder);
  });

  it('is registered under its own id, in one order', () => {
    const ids = adapters.map(({ id }) => id);
    expect([...ids].sort()).toEqual([...folders].sort());
    expect(createPageHalves(document).map(({ id }) => id)).toEqual(ids);
  });
});

it('reads and changes each adapter’s pages in one place: in the page, or in the background', () => {
  const inPage = createPageHalves(document).filter((half) => 'getContext' in half);
  expect([...inPage, ...serviceAdapters].map(({ id }) => id).sort()).toEqual([...folders].sort());
});

it('tool runners and dry runners have the ids of registered adapters', () => {
  const known = adapters.map(({ id }) => id);
  for (const { id } of [...toolRunners, ...dryRunners]) expect(known).toContain(id);
});

describe.each(adapters)('the adapter $id', ({ id, tools, contributions, saving }) => {
  it('saves, if at all, with a commit tool without arguments', () => {
    const name = saving?.tool ?? null;
    const tool = tools.find((candidate) => candidate.name === name);
    if (name !== null) expect(tool?.effect).toBe('commit');
    if (tool !== undefined) expect(tool.input.safeParse({}).success).toBe(true);
  });

  it.each(tools)(
    'classifies $name and bounds its time',
    ({ name, effect, executor, defaultPermission, question, timeoutMs, description }) => {
      // The names that every endpoint accepts.
      expect(name).toMatch(/^[a-z][a-z_]{0,63}$/);
      expect(['read', 'navigate', 'write', 'commit']).toContain(effect);
      expect(['allow', 'ask', 'deny']).toContain(defaultPermission);
      expect(['page', 'delegated']).toContain(executor);
      expect(timeoutMs).toBeGreaterThan(0);
      expect(description).toMatch(/\.$/);
      if (effect === 'commit') expect(defaultPermission).toBe('ask');
      if (defaultPermission === 'ask') expect(question).not.toBeNull();
      if (effect === 'read' || effect === 'navigate') expect(question).toBeNull();
    },
  );

  it.each(tools)('declares $name in a form that can be sent to a model and drops no parameter', (tool) => {
    expect(defineTool(tool)).toEqual(tool);
    const [api] = toApiTools([tool]);
    expect(api?.function.parameters).toMatchObject({ type: 'object', additionalProperties: false });
    for (const parameter of Object.values(api?.function.parameters.properties ?? {})) {
      expect(parameter).toHaveProperty('description', expect.stringMatching(/\S/));
    }
  });

  const paged = tools.filter(({ pagedBy }) => pagedBy !== null);
  it.each(paged)('pages $name by another tool, which only reads', ({ name, pagedBy }) => {
    expect(tools.find((tool) => tool.name === pagedBy)).toMatchObject({ effect: 'read' });
    expect(pagedBy).not.toBe(name);
  });

  it('has unique tool names that differ from the built-in ones', () => {
    expect(toolsOf(tools, { sendsMessages: true }).slice(0, tools.length)).toEqual(tools);
  });

  it.each(contributions)(
    'contributes $key under a valid key, to an existing section',
    ({ key, section, content }) => {
      expect(key).toMatch(/^[a-z0-9_-]+:[a-z0-9_-]+$/);
      expect(key.startsWith(`${id}:`)).toBe(true);
      expect(PROMPT_SECTIONS).toContain(section);
      expect((content.type === 'text' ? content.text : content.template).trim()).not.toBe('');
    },
  );
});
