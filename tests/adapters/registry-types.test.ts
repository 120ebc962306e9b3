import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DryRunner } from '@/src/adapters/kit/calls';
import { ADAPTER_IDS, type AdapterId, type AdapterRegistry } from '@/src/adapters/kit/registry';
import { declareTool, type ImplementationsOf } from '@/src/adapters/model-filter/tools/tool-parts';
import type { ToolResult } from '@/src/schema/tool-result';

// `tsc` proves these: an error that does not occur makes `@ts-expect-error` an error itself.

describe('a registry of adapters', () => {
  const complete = <Part>(part: Part) =>
    Object.fromEntries(ADAPTER_IDS.map((id) => [id, part])) as Record<AdapterId, Part>;

  it('does not compile without a part of every adapter', () => {
    const nulls = complete(null);
    // @ts-expect-error: every part is missing.
    const incomplete: AdapterRegistry<DryRunner> = {};
    // @ts-expect-error: null is no part where the registry requires one.
    const withNull: AdapterRegistry<DryRunner> = nulls;
    const optional: AdapterRegistry<DryRunner | null> = nulls;
    expect([incomplete, withNull, optional]).toHaveLength(3);
  });

  it('does not compile with a part of an adapter that has no id in the list', () => {
    // @ts-expect-error: no adapter is called unlisted.
    const unknown: AdapterRegistry<string> = { ...complete('part'), unlisted: 'part' };
    expect(unknown).toBeDefined();
  });
});

describe('the implementations of tools', () => {
  const add = declareTool({
    name: 'add',
    description: 'Adds.',
    input: z.strictObject({ text: z.string() }),
    effect: 'write',
  });
  const list = declareTool({
    name: 'list',
    description: 'Lists.',
    input: z.strictObject({}),
    effect: 'read',
  });
  type Implementations = ImplementationsOf<readonly [typeof add, typeof list]>;
  const done = async (): Promise<ToolResult> => ({ success: true, message: 'Done.' });

  it('do not compile if one is missing', () => {
    // @ts-expect-error: list has no implementation.
    const incomplete: Implementations = { add: done };
    expect(incomplete).toBeDefined();
  });

  it('do not compile with one of no defined tool', () => {
    // @ts-expect-error: no tool is called remove.
    const tooMany: Implementations = { add: done, list: done, remove: done };
    expect(tooMany).toBeDefined();
  });

  it('do not compile if one takes arguments that the input of its tool does not have', () => {
    const complete: Implementations = {
      add: (_page, { text }) => done().then(() => result(text)),
      list: done,
    };
    const misfit: Implementations = {
      // @ts-expect-error: the input of add has no member count.
      add: (_page, { count }) => done().then(() => result(count)),
      list: done,
    };
    expect([complete, misfit]).toHaveLength(2);
  });

  const result = (message: string): ToolResult => ({ success: true, message });
});
