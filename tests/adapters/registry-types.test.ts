import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DryRunner } from '@/src/adapters/kit/calls';
import { ADAPTER_IDS, type AdapterId, type AdapterRegistry } from '@/src/adapters/kit/registry';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { rulesChange } from '@/src/adapters/model-filter/tools/provider-view';
import { tool } from '@/src/adapters/model-filter/tools/tool-parts';
import type { ToolResult } from '@/src/schema/tool-result';

// `tsc` proves these: an error that does not occur makes `@ts-expect-error` an error itself.

describe('a registry of adapters', () => {
  const complete = <Part>(part: Part) =>
    Object.fromEntries(ADAPTER_IDS.map((id) => [id, part])) as Record<AdapterId, Part>;

  it('does not compile without a part of every adapter', () => {
    // @ts-expect-error: every part is missing.
    const incomplete: AdapterRegistry<DryRunner> = {};
    // @ts-expect-error: null is no part.
    const withNull: AdapterRegistry<DryRunner> = complete(null);
    expect([incomplete, withNull]).toHaveLength(2);
  });

  it('does not compile with a part of an adapter that has no id in the list', () => {
    // @ts-expect-error: no adapter is called unlisted.
    const unknown: AdapterRegistry<string> = { ...complete('part'), unlisted: 'part' };
    expect(unknown).toBeDefined();
  });
});

describe('a tool of model-filter pages', () => {
  const declared = {
    name: 'add',
    description: 'Adds.',
    input: z.strictObject({ text: z.string() }),
    effect: 'write',
  } as const;
  const result = (message: string): ToolResult => ({ success: true, message });

  it('does not compile if it takes arguments that its input does not have', () => {
    const fit = tool(declared, (_context, { text }) => result(text));
    // @ts-expect-error: the input of add has no member count.
    const misfit = tool(declared, (_context, { count }) => result(count));
    expect([fit, misfit]).toHaveLength(2);
  });

  it('does not compile if it only reads, but computes a change', () => {
    const change = (context: ModelFilterContext) => rulesChange(context, [], result);
    const fit = tool(declared, change);
    // @ts-expect-error: only a tool that changes the page may compute a change.
    const misfit = tool({ ...declared, effect: 'read' }, change);
    expect([fit, misfit]).toHaveLength(2);
  });
});
