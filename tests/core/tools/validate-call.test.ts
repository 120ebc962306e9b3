import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toApiTools } from '@/src/core/tools/api-tools';
import { callLabel } from '@/src/core/tools/call-label';
import { nearestName } from '@/src/core/tools/nearest-name';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { validateCall } from '@/src/core/tools/validate-call';

const tools: ToolDefinition[] = [
  {
    name: 'add_ignore_rule',
    description: 'Adds a rule.',
    question: null,
    input: z.strictObject({
      pattern: z.string().min(1).max(200).describe('The pattern.'),
      limit: z.number().min(1).optional(),
    }),
    effect: 'write',
    defaultPermission: 'allow',
    timeoutMs: 1,
  },
  {
    name: 'save_changes',
    description: 'Saves.',
    question: null,
    input: z.strictObject({}),
    effect: 'commit',
    defaultPermission: 'ask',
    timeoutMs: 1,
  },
];

describe('validateCall', () => {
  it.each([
    ['as it should be', 'add_ignore_rule', '{"pattern":"*-preview"}', { pattern: '*-preview' }],
    ['with empty arguments for a tool without parameters', 'save_changes', '', {}],
    ['with JSON inside a JSON string', 'add_ignore_rule', '"{\\"pattern\\":\\"a\\"}"', { pattern: 'a' }],
  ])('accepts a call %s', (_, name, argumentsText, args) => {
    expect(validateCall(tools, { name, argumentsText })).toMatchObject({ kind: 'valid', args });
  });

  it.each([
    ['an unknown tool', 'add_ignor_rule', '{}', 'Did you mean "add_ignore_rule"?'],
    ['a tool name that every object has', 'constructor', '{}', 'There is no tool "constructor".'],
    ['a misspelt parameter', 'add_ignore_rule', '{"patern":"a"}', 'Did you mean "pattern"?'],
    ['a missing parameter', 'add_ignore_rule', '{}', 'add_ignore_rule: "pattern" is missing.'],
    [
      'a misspelt parameter that another one lacks',
      'add_ignore_rule',
      '{"patern":"a"}',
      '"pattern" is missing. There is no parameter "patern".',
    ],
    [
      'a number where a text is wanted',
      'add_ignore_rule',
      '{"pattern":7}',
      '"pattern" has to be a string, not a number.',
    ],
    ['null where a text is wanted', 'add_ignore_rule', '{"pattern":null}', 'a string, not null.'],
    ['a list where a text is wanted', 'add_ignore_rule', '{"pattern":["a"]}', 'a string, not an array.'],
    [
      'a text where a number is wanted',
      'add_ignore_rule',
      '{"pattern":"a","limit":"7"}',
      '"limit" has to be a number, not a string.',
    ],
    ['an empty pattern', 'add_ignore_rule', '{"pattern":""}', '"pattern" is empty.'],
    [
      'a pattern that is too long',
      'add_ignore_rule',
      JSON.stringify({ pattern: 'a'.repeat(201) }),
      '"pattern" is longer than 200 characters.',
    ],
    ['a number out of bounds', 'add_ignore_rule', '{"pattern":"a","limit":0}', '"limit": Too small'],
    ['text that is no JSON', 'add_ignore_rule', 'pattern: a', 'no JSON object'],
    ['JSON that is no object', 'add_ignore_rule', '["a"]', 'no JSON object'],
    ['half an object', 'add_ignore_rule', '{"pattern":"a', 'no JSON object'],
  ])('refuses %s and says what would be right', (_, name, argumentsText, words) => {
    const checked = validateCall(tools, { name, argumentsText });
    if (checked.kind === 'valid') throw new Error('was accepted');
    expect(checked.result).toMatchObject({ success: false, error_code: 'invalid_parameters' });
    expect(checked.result.message).toContain(words);
    expect(checked.result.data?.hint).toEqual(expect.any(String));
  });
});

describe('toApiTools', () => {
  it('gives the model a plain JSON Schema', () => {
    expect(toApiTools(tools)[0]).toEqual({
      type: 'function',
      function: {
        name: 'add_ignore_rule',
        description: 'Adds a rule.',
        parameters: {
          type: 'object',
          properties: {
            pattern: { type: 'string', minLength: 1, maxLength: 200, description: 'The pattern.' },
            limit: { type: 'number', minimum: 1 },
          },
          required: ['pattern'],
          additionalProperties: false,
        },
      },
    });
  });

  it('gives the same bytes every time', () => {
    expect(JSON.stringify(toApiTools(tools))).toBe(JSON.stringify(toApiTools(tools)));
  });
});

it.each([
  ['add_ignor_rule', 'add_ignore_rule'],
  ['SAVE_CHANGES', 'save_changes'],
  ['delete_everything', null],
])('nearestName of %s is %s', (name, expected) => {
  expect(nearestName(name, ['add_ignore_rule', 'save_changes'])).toBe(expected);
});

it.each([
  ['add_ignore_rule', { pattern: '*-preview*' }, 'add_ignore_rule("*-preview*")'],
  ['save_changes', {}, 'save_changes()'],
  ['import', { mode: 'merge', rules: ['a'] }, 'import(mode: "merge", rules: ["a"])'],
  ['add', { text: 'x'.repeat(100) }, `add("${'x'.repeat(58)}…)`],
])('callLabel of %s', (name, args, label) => {
  expect(callLabel(name, args)).toBe(label);
});
