import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changesPage } from '@/src/core/records/tool-effect';
import { defineTool } from '@/src/core/tools/define-tool';
import type { Effect, Permission } from '@/src/schema/values/tool-effect';

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

  it.each<[string, z.ZodObject, string]>([
    ['its own members', z.object({ a: z.string() }), 'its input'],
    ['members of any name', z.looseObject({}), 'its input'],
    ['those of a member', z.strictObject({ a: z.object({ b: z.string() }) }), 'a'],
    ['those of a list’s entries', z.strictObject({ rules: z.array(z.object({})) }), 'rules'],
    ['those of a form', z.strictObject({ either: z.union([z.string(), z.object({})]) }), 'either'],
    ['those of a record’s values', z.strictObject({ table: z.record(z.string(), z.object({})) }), 'table'],
    ['those of a tuple’s entries', z.strictObject({ pair: z.tuple([z.string(), z.object({})]) }), 'pair'],
  ])('rejects a schema that drops unknown members: %s', (_, open, place) => {
    expect(() => defineTool({ name: 'try', description: 'Tries.', input: open, effect: 'read' })).toThrow(
      expect.objectContaining({
        code: 'internal',
        message: `The tool try is declared incorrectly: ${place} has to be a z.strictObject.`,
        remedy: 'Correct its definition.',
      }),
    );
  });

  it.each<[string, z.ZodObject]>([
    ['records', z.strictObject({ table: z.record(z.string(), z.strictObject({ a: z.string() })) })],
    ['tuples', z.strictObject({ pair: z.tuple([z.string(), z.strictObject({})]) })],
    ['unions of strict objects', z.strictObject({ either: z.union([z.string(), z.strictObject({})]) })],
    ['lists', z.strictObject({ rules: z.array(z.strictObject({})).optional() })],
  ])('accepts %s', (_, closed) => {
    expect(defineTool({ name: 'try', description: 'Tries.', input: closed, effect: 'read' }).input).toBe(
      closed,
    );
  });

  it('rejects a schema that JSON Schema can’t express', () => {
    const dated = z.strictObject({ on: z.date() });
    expect(() => defineTool({ name: 'try', description: 'Tries.', input: dated, effect: 'read' })).toThrow(
      expect.objectContaining({
        code: 'internal',
        message: 'The tool try is declared incorrectly: JSON Schema can’t express a part of its input.',
        cause: expect.any(Error),
      }),
    );
  });
});
