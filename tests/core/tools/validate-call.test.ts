import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { validateCall } from '@/src/core/tools/validate-call';
import type { JsonObject } from '@/src/schema/values/json';
import { anyParameter } from '../../fakes/encoding-arbitrary';

const addRule = defineTool({
  name: 'add_ignore_rule',
  description: 'Adds a rule.',
  input: z.strictObject({
    pattern: z.string().min(1).max(200).describe('The pattern.'),
    limit: z.number().min(1).optional(),
    provider: z.string().default('openai'),
  }),
  effect: 'write',
});
const save = defineTool({
  name: 'save_changes',
  description: 'Saves.',
  input: z.strictObject({}),
  effect: 'commit',
});
const tools = [addRule, save];

/** The failure of a call that must be invalid. */
function refusal(name: string, argumentsText: string) {
  const checked = validateCall(tools, { name, argumentsText });
  if (checked.kind === 'valid') throw new Error('the call was accepted');
  return checked.result;
}

describe('a call that was parsed', () => {
  const call = { name: 'add_ignore_rule', argumentsText: '{"pattern":"a"}' };

  it('isn’t parsed again for the same tool', () => {
    const parsing = vi.spyOn(addRule.input, 'safeParse');
    const first = validateCall(tools, call);
    expect(validateCall([save, addRule], call)).toBe(first);
    expect(parsing).toHaveBeenCalledTimes(1);
    parsing.mockRestore();
  });

  it('is parsed again for another definition of its tool, for another text, and without its tool', () => {
    const stricter = { ...addRule, input: z.strictObject({ pattern: z.string().min(5) }) };
    const own = { ...call };
    expect(validateCall(tools, own).kind).toBe('valid');
    expect(validateCall([stricter], own).kind).toBe('invalid');
    expect(validateCall([save], own)).toMatchObject({ result: { error_code: 'unknown_tool' } });
    own.argumentsText = '{}';
    expect(validateCall(tools, own).kind).toBe('invalid');
  });
});

describe('validateCall accepts', () => {
  const EMPTY = 'Empty arguments were read as {}.';
  const IN_STRING = 'JSON inside a JSON string was read.';
  const LIMIT = '"limit": a value inside a text was decoded.';
  const byName = (name: string) => `The tool was called by the name ${name}.`;

  it.each<[string, string, string, typeof save, JsonObject, string[]]>([
    ['a call as it should be', 'save_changes', '{}', save, {}, []],
    [
      'a default that is left out',
      'add_ignore_rule',
      '{"pattern":"a"}',
      addRule,
      { pattern: 'a', provider: 'openai' },
      [],
    ],
    ['empty arguments', 'save_changes', '', save, {}, [EMPTY]],
    ['a name after a prefix', 'functions.save_changes', '{}', save, {}, [byName('"functions.save_changes"')]],
    [
      'all repairs at once',
      'tools.add_ignore_rule',
      JSON.stringify('{"pattern":"a","limit":"7"}'),
      addRule,
      { pattern: 'a', limit: 7, provider: 'openai' },
      [byName('"tools.add_ignore_rule"'), IN_STRING, LIMIT],
    ],
  ])('%s', (_, name, argumentsText, tool, args, repairs) => {
    expect(validateCall(tools, { name, argumentsText })).toEqual({ kind: 'valid', tool, args, repairs });
  });

  it('every call that fits, unchanged and without repairs', () => {
    const cases = anyParameter.chain((parameter) =>
      parameter.encodings.map(({ right }) => ({ schema: parameter.schema, value: right })),
    );
    fc.assert(
      fc.property(cases, ({ schema, value }) => {
        const input = z.strictObject({ value: schema });
        const tool = defineTool({ name: 'try', description: 'Tries.', input, effect: 'read' });
        const checked = validateCall([tool], { name: 'try', argumentsText: JSON.stringify({ value }) });
        expect(checked).toEqual({ kind: 'valid', tool, args: { value }, repairs: [] });
      }),
      { numRuns: 300 },
    );
  });
});

describe('validateCall rejects', () => {
  const again = {
    hint: 'Read the schema of add_ignore_rule again. Its parameters: pattern, limit, provider.',
  };
  it.each([
    ['a missing parameter', '{}', '"pattern" is missing.'],
    [
      'a misspelt parameter beside the right one',
      '{"pattern":"a","patern":"a"}',
      'There is no parameter "patern". Did you mean "pattern"?',
    ],
    ['a number where a text is wanted', '{"pattern":7}', '"pattern" has to be a string, not a number.'],
    [
      'a wrapped call with a misspelt parameter',
      '{"arguments":{"patern":"a"}}',
      '"pattern" is missing. There is no parameter "patern". Did you mean "pattern"?',
    ],
  ])('%s', (_, argumentsText, words) => {
    expect(refusal('add_ignore_rule', argumentsText)).toEqual({
      success: false,
      message: `add_ignore_rule: ${words}`,
      error_code: 'invalid_parameters',
      data: again,
    });
  });

  it.each([
    ['text that is not JSON', 'pattern: a'],
    ['more values than take seconds to check', `{"pattern":[${'1,'.repeat(950_000)}1]}`],
  ])('%s', (_, argumentsText) => {
    expect(refusal('add_ignore_rule', argumentsText)).toEqual({
      success: false,
      message: 'The arguments of add_ignore_rule are not a JSON object of at most 40000 values.',
      error_code: 'invalid_parameters',
      data: {
        hint: 'Send one JSON object and nothing else, whole, with the parameters: pattern, limit, provider.',
      },
    });
  });

  it('a parameter of a tool that has none', () => {
    expect(refusal('save_changes', '{"force":true}')).toEqual({
      success: false,
      message: 'save_changes: There is no parameter "force".',
      error_code: 'invalid_parameters',
      data: { hint: 'Read the schema of save_changes again. Its parameters: none.' },
    });
  });

  it.each([
    ['a misspelt tool', 'add_ignor_rule', '"add_ignor_rule". Did you mean "add_ignore_rule"?'],
    [
      'a misspelt tool after a prefix',
      'functions.save_change',
      '"functions.save_change". Did you mean "save_changes"?',
    ],
    ['a tool with an unknown prefix', 'github.save_changes', '"github.save_changes".'],
    ['a tool after two prefixes', 'functions.tools.save_changes', '"functions.tools.save_changes".'],
    ['a tool with a suffix', 'save_changes_to_disk_now', '"save_changes_to_disk_now".'],
    ['a name that every object has', 'constructor', '"constructor".'],
    ['the name of a prototype', '__proto__', '"__proto__".'],
    [
      'an invisible name',
      'save_change\u202e\u2028',
      String.raw`"save_change\u202e\u2028". Did you mean "save_changes"?`,
    ],
  ])('%s', (_, name, words) => {
    const { message, ...rest } = refusal(name, '{}');
    expect(message).toBe(`There is no tool ${words}`);
    expect(rest).toEqual({
      success: false,
      error_code: 'unknown_tool',
      data: { hint: 'The tools are: add_ignore_rule, save_changes.' },
    });
  });
});

describe('validateCall rejects the placeholder of a secret', () => {
  it.each([
    ['as it is', '{"pattern":"[key removed]"}'],
    ['within a text', '{"pattern":"x-[key removed]*"}'],
    ['spelt with escapes', '{"pattern":"\\u005bkey removed]"}'],
    ['in JSON in a string', JSON.stringify('{"pattern":"[key removed]"}')],
    ['as the name of a parameter', '{"pattern":"a","[key removed]":1}'],
  ])('%s', (_, argumentsText) => {
    expect(refusal('add_ignore_rule', argumentsText)).toMatchObject({
      success: false,
      error_code: 'invalid_parameters',
      message: expect.stringContaining('Nothing was done'),
    });
  });
});
