import { expect, it } from 'vitest';
import { z } from 'zod';
import { compileMessage } from '@/scripts/texts/compile-message';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { readEnglishMessages } from '../../english-messages';
import { toolInputProblem } from './tool-input-problem';

const MESSAGES = readEnglishMessages();

it.each<[string, z.ZodObject, string]>([
  ['its own members', z.object({ a: z.string() }), 'its input'],
  ['members of any name', z.looseObject({}), 'its input'],
  ['those of a member', z.strictObject({ a: z.object({ b: z.string() }) }), 'a'],
  ['those of a list’s entries', z.strictObject({ rules: z.array(z.object({})) }), 'rules'],
  ['those of a form', z.strictObject({ either: z.union([z.string(), z.object({})]) }), 'either'],
  ['those of a record’s values', z.strictObject({ table: z.record(z.string(), z.object({})) }), 'table'],
  ['those of a tuple’s entries', z.strictObject({ pair: z.tuple([z.string(), z.object({})]) }), 'pair'],
])('finds a schema that drops unknown members: %s', (_, input, place) => {
  expect(toolInputProblem({ input }, {})).toBe(`${place} has to be a z.strictObject`);
});

it.each<[string, z.ZodObject]>([
  ['records', z.strictObject({ table: z.record(z.string(), z.strictObject({ a: z.string() })) })],
  ['tuples', z.strictObject({ pair: z.tuple([z.string(), z.strictObject({})]) })],
  ['unions of strict objects', z.strictObject({ either: z.union([z.string(), z.strictObject({})]) })],
  ['lists', z.strictObject({ rules: z.array(z.strictObject({})).optional() })],
])('accepts %s', (_, input) => {
  expect(toolInputProblem({ input }, {})).toBeNull();
});

it('finds a schema that JSON Schema can’t express', () => {
  const input = z.strictObject({ on: z.date() });
  expect(toolInputProblem({ input }, {})).toBe('JSON Schema can’t express a part of its input');
});

it.each([
  ['by its value', 'Hide {model} from {team}'],
  ['in a branch', '{model_given, select, yes {Hide {model} from {team}} other {Hide}}'],
  ['by whether it is given', '{team_given, select, yes {Hide some} other {Hide}} {model}'],
  ['as a choice', '{team, select, true {Hide} other {Show}} {model}'],
])('finds the name of no argument in a line: %s', (_, text) => {
  const input = z.strictObject({ model: z.string() });
  const messages = { line: compileMessage(text).message };
  expect(toolInputProblem({ input, line: 'line' }, messages)).toBe(
    'its line names team, which is no argument',
  );
});

it('finds a line that the catalogue lacks', () => {
  const input = z.strictObject({});
  expect(toolInputProblem({ input, line: 'line' }, {})).toBe('its line line is no text of the catalogue');
});

it.each(toolsOf([], { sendsMessages: true }))('finds nothing in the built-in tool $name', (tool) => {
  expect(toolInputProblem(tool, MESSAGES)).toBeNull();
});
