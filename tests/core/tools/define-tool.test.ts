import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changesPage } from '@/src/core/records/tool-effect';
import { defineTool } from '@/src/core/tools/define-tool';
import type { Effect, Permission } from '@/src/schema/values/policy';

const input = z.strictObject({});

describe('defineTool', () => {
  it.each<[Effect, Permission, boolean]>([
    ['read', 'allow', false],
    ['navigate', 'allow', false],
    ['write', 'allow', true],
    ['commit', 'ask', true],
  ])('uses the defaults for a tool with effect %s', (effect, defaultPermission, changes) => {
    expect(defineTool({ name: 'try', description: 'Tries.', input, effect })).toEqual({
      name: 'try',
      description: 'Tries.',
      question: null,
      input,
      effect,
      defaultPermission,
      executor: 'page',
      readWith: null,
      timeoutMs: 30_000,
    });
    expect(changesPage(effect)).toBe(changes);
  });

  it('keeps declared fields', () => {
    const declared = {
      name: 'try',
      description: 'Tries.',
      question: 'Try?',
      input,
      effect: 'write',
      defaultPermission: 'ask',
      executor: 'delegated',
      readWith: 'read_more',
      timeoutMs: 1,
    } as const;
    expect(defineTool(declared)).toEqual(declared);
  });
});
