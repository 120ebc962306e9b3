// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adapters } from '@/src/adapters/index';
import { createPageHalves } from '@/src/adapters/page-halves';
import { PROMPT_SECTIONS } from '@/src/core/prompts/prompt-contribution';

const folders = readdirSync(join(process.cwd(), 'src/adapters'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('every adapter folder', () => {
  it.each(folders)('%s is registered with both halves', (folder) => {
    expect(adapters.map(({ id }) => id)).toContain(folder);
    expect(createPageHalves(document).map(({ id }) => id)).toContain(folder);
  });

  it('is all that is registered, in one order', () => {
    const ids = adapters.map(({ id }) => id);
    expect([...ids].sort()).toEqual([...folders].sort());
    expect(createPageHalves(document).map(({ id }) => id)).toEqual(ids);
  });
});

describe.each(adapters)('the adapter $id', ({ id, tools, contributions }) => {
  it.each(tools)(
    'classifies $name and bounds its time',
    ({ name, effect, defaultPermission, question, timeoutMs, description }) => {
      expect(name).toMatch(/^[a-z][a-z_]*$/);
      expect(['read', 'navigate', 'write', 'commit']).toContain(effect);
      expect(['allow', 'ask', 'deny']).toContain(defaultPermission);
      expect(timeoutMs).toBeGreaterThan(0);
      expect(description).toMatch(/\.$/);
      if (effect === 'commit') expect(defaultPermission).toBe('ask');
      expect(question !== null).toBe(defaultPermission === 'ask');
    },
  );

  it.each(tools)('describes every parameter of $name and takes no other', ({ input }) => {
    const schema = z.toJSONSchema(input);
    expect(schema.additionalProperties).toBe(false);
    for (const property of Object.values(schema.properties ?? {}))
      expect(property).toHaveProperty('description');
  });

  it('names its tools once', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });

  it.each(contributions)(
    'contributes $key under a valid key, to a known section',
    ({ key, section, content }) => {
      expect(key).toMatch(/^[a-z0-9_-]+:[a-z0-9_-]+$/);
      expect(key.startsWith(`${id}:`)).toBe(true);
      expect(PROMPT_SECTIONS).toContain(section);
      expect(content.trim()).not.toBe('');
    },
  );
});
