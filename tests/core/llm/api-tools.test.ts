import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toApiTools } from '@/src/core/llm/api-tools';
import { defineTool } from '@/src/core/tools/define-tool';

const addRule = defineTool({
  name: 'add_ignore_rule',
  description: 'Adds a rule.',
  input: z.strictObject({
    pattern: z.string().min(1).max(200).describe('The pattern.'),
    models: z
      .array(z.strictObject({ id: z.string().max(9) }))
      .min(1)
      .max(7),
    offset: z.int().min(0).optional(),
    limit: z.number().min(-5).max(200).optional(),
    seconds: z.number().min(10).optional(),
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
  it('sends a plain JSON Schema without the parts that only the validation of a call needs', () => {
    expect(toApiTools([addRule, save])).toEqual([
      {
        type: 'function',
        function: {
          name: 'add_ignore_rule',
          description: 'Adds a rule.',
          parameters: {
            type: 'object',
            properties: {
              pattern: { type: 'string', description: 'The pattern.' },
              models: {
                type: 'array',
                items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
              },
              offset: { type: 'integer' },
              limit: { type: 'number', maximum: 200 },
              seconds: { type: 'number', minimum: 10 },
              force: { type: 'boolean' },
            },
            required: ['pattern', 'models'],
          },
        },
      },
      {
        type: 'function',
        function: {
          name: 'save_changes',
          description: 'Saves.',
          parameters: { type: 'object', properties: {}, required: [] },
        },
      },
    ]);
  });

  it('keeps `additionalProperties` of a page’s tool that allows further members', () => {
    const [open] = toApiTools([{ ...save, input: z.looseObject({}) }]);
    expect(open?.function.parameters).toEqual({
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: {},
    });
  });

  it('omits the description of a parameter if an earlier tool has the same parameter with the same description', () => {
    const of = (...said: string[]) =>
      toApiTools(
        said.map((text, index) => ({
          ...save,
          name: `tool_${index}`,
          input: z.strictObject({ provider: z.string().describe(text), other: z.string().describe(text) }),
        })),
      ).map(({ function: { parameters } }) => parameters.properties);
    const as = (text: string) => ({ type: 'string', description: text });
    const bare = { type: 'string' };
    expect(of('One.', 'One.', 'Another.', 'One.')).toEqual([
      { provider: as('One.'), other: as('One.') },
      { provider: bare, other: bare },
      { provider: as('Another.'), other: as('Another.') },
      { provider: bare, other: bare },
    ]);
  });

  it('has the same result for a second request without converting a schema again, unless a definition changed', () => {
    let conversions = 0;
    const own = {
      ...addRule,
      get input() {
        conversions += 1;
        return addRule.input;
      },
    };
    const first = toApiTools([own, save]);
    expect(toApiTools([own, save])).toEqual(first);
    expect(conversions).toBe(1);
    const [changed] = toApiTools([{ ...addRule, description: 'Adds.' }, save]);
    expect(changed?.function.description).toBe('Adds.');
  });
});
