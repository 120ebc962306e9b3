import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toApiTools } from '@/src/core/llm/api-tools';
import { defineTool } from '@/src/core/tools/define-tool';

const addRule = defineTool({
  name: 'add_ignore_rule',
  description: 'Adds a rule.',
  input: z.strictObject({
    pattern: z.string().min(1).max(200).describe('The pattern.'),
    limit: z.number().min(1).optional(),
    force: z.boolean().default(false),
  }),
  effect: 'write',
});
const save = defineTool({
  name: 'save_changes',
  description: 'Saves.',
  input: z.strictObject({}),
  effect: 'commit',
});

describe('toApiTools', () => {
  it('gives the model a plain JSON Schema, in which members with a default are optional', () => {
    expect(toApiTools([addRule, save])).toEqual([
      {
        type: 'function',
        function: {
          name: 'add_ignore_rule',
          description: 'Adds a rule.',
          parameters: {
            type: 'object',
            properties: {
              pattern: { type: 'string', minLength: 1, maxLength: 200, description: 'The pattern.' },
              limit: { type: 'number', minimum: 1 },
              force: { type: 'boolean', default: false },
            },
            required: ['pattern'],
            additionalProperties: false,
          },
        },
      },
      {
        type: 'function',
        function: {
          name: 'save_changes',
          description: 'Saves.',
          parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
        },
      },
    ]);
  });

  it('builds nothing for a second request, and what changed for one with another definition', () => {
    const [first, second] = toApiTools([addRule, save]);
    const again = toApiTools([addRule, save]);
    expect(again[0]).toBe(first);
    expect(again[1]).toBe(second);
    const [changed, same] = toApiTools([{ ...addRule, description: 'Adds.' }, save]);
    expect(changed).not.toEqual(first);
    expect(same).toBe(second);
  });
});
