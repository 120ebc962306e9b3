import type { z } from 'zod';
import type { Json } from '@/src/schema/values/json';
import { visibleJson } from '../text/visible-json';
import {
  formOf,
  formsOf,
  type InputSchema,
  listedValues,
  membersOf,
  type Place,
  placeAt,
} from './input-schema';
import { nearestName } from './nearest-name';
import { quoted } from './quoted';

/** Maximum number of alternatives and member names listed in a sentence. */
const MAX_NAMED = 12;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

type Issue = z.core.$ZodIssue;

/** Maximum number of issues reported at once. The model sees the rest after it has corrected these. */
const MAX_SENTENCES = 5;

/** An invalid value with its path in the arguments. */
interface Checked extends Place {
  readonly path: readonly PropertyKey[];
}

/**
 * Describes in sentences why a call's arguments don't fit, for the model and for the call's card. Places are
 * named by their path, e.g. `"rules.2.mode"`. For a misspelt name or value, the nearest valid one is
 * suggested.
 */
export function describeIssues(issues: readonly Issue[], args: { value: Json; schema: InputSchema }): string {
  const problems = issues.flatMap((issue) => describeIssue(issue, { ...args, path: [] }));
  const listed = new Set<string>();
  let unlistedCount = problems.length;
  for (const sentence of problems) {
    if (listed.size === MAX_SENTENCES) break;
    listed.add(sentence());
    unlistedCount -= 1;
  }
  const all = [...listed].join(' ');
  return unlistedCount > 0 ? `${all} Number of further problems: ${unlistedCount}.` : all;
}

/** A sentence that is made only if it is listed: suggesting a name is slow, and arguments can have many thousand problems. */
type Sentence = () => string;

function describeIssue(issue: Issue, checked: Checked): Sentence[] {
  const place = placeAt(checked, issue.path);
  const path = [...checked.path, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => () => unknownParameter(key, path, place));
    case 'invalid_type':
    case 'invalid_value':
      return [() => mismatch(path, place)];
    case 'invalid_union':
      return describeUnion(issue, path, place);
    case 'too_small':
      return [() => `${named(path)} ${tooSmall(issue)}.`];
    case 'too_big':
      return [() => `${named(path)} ${tooBig(issue)}.`];
    default:
      return [() => (path.length === 0 ? `${issue.message}.` : `${named(path)}: ${issue.message}.`)];
  }
}

function unknownParameter(name: string, path: readonly PropertyKey[], { value, schema }: Place): string {
  const near = nearestName(name, membersOf(formOf(schema, value)));
  const hint = near === null ? '' : ` Did you mean ${named([...path, near])}?`;
  return `There is no parameter ${named([...path, name])}.${hint}`;
}

function mismatch(path: readonly PropertyKey[], { value, schema }: Place): string {
  if (value === undefined) return `${named(path)} is missing.`;
  const values = valuesOf(schema);
  const texts = values.filter((listed) => typeof listed === 'string');
  const near = typeof value === 'string' ? nearestName(value, texts) : null;
  const hint = near === null ? '' : ` Did you mean ${visibleJson(near)}?`;
  const shown = values.length > 0 ? describeValue(value) : describeType(value);
  return `${named(path)} has to be ${describeAccepted(schema)}, not ${shown}.${hint}`;
}

/** The values listed by a schema, including those of a union's alternatives. */
function valuesOf(schema: InputSchema): Json[] {
  return [...(listedValues(schema) ?? formsOf(schema)?.flatMap(valuesOf) ?? [])];
}

/**
 * Describes the issues of the one alternative of a union that the value matches best; otherwise all values
 * that the union accepts.
 */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  { value, schema }: Place,
): Sentence[] {
  const options = 'options' in issue ? issue.options : undefined;
  if (options !== undefined) return [() => mismatch(path, { value, schema: { enum: options as string[] } })];
  const forms = formsOf(schema) ?? [];
  const ofKind = issue.errors
    // An issue of a form that the schema doesn't list.
    .map((issues, index) => ({ issues, form: forms[index] ?? {} }))
    .filter(({ issues }) => !issues.some(isMismatch));
  const [meant, ...others] =
    ofKind.length > 1 ? ofKind.filter(({ issues }) => knowsAllMembers(issues)) : ofKind;
  if (meant === undefined || others.length > 0) return [() => mismatch(path, { value, schema })];
  return meant.issues.flatMap((inner) => describeIssue(inner, { value, schema: meant.form, path }));
}

/** True if the whole value has the wrong type or is not a listed value. */
function isMismatch(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isMismatch));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

function knowsAllMembers(issues: readonly Issue[]): boolean {
  return !issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'number' || origin === 'int')
    return `has to be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  return Number(minimum) === 1 ? 'is empty' : `has to have at least ${sized(origin, minimum)}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === 'number' || origin === 'int')
    return `has to be ${inclusive ? 'at most' : 'less than'} ${maximum}`;
  return `is longer than ${sized(origin, maximum)}`;
}

function sized(origin: string, count: number | bigint): string {
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${count} ${Number(count) === 1 ? one : many}`;
}

function named(path: readonly PropertyKey[]): string {
  return quoted(path.join('.'));
}

/**
 * The values that a schema accepts, for a sentence: `a number or null`, `"ignore" or "whitelist"`, `an object
 * with "pattern"`.
 */
function describeAccepted(schema: InputSchema): string {
  return joinWith([...new Set(alternatives(schema))], 'or');
}

function alternatives(schema: InputSchema): string[] {
  const forms = formsOf(schema);
  if (forms !== null) return forms.flatMap(alternatives);
  const values = listedValues(schema);
  if (values !== null) return values.map(visibleJson);
  if (schema.type === undefined) return ['something else'];
  return [schema.type].flat().map((type) => `${TYPE_WORDS[type]}${withMembers(schema.required ?? [])}`);
}

/** The type of a value that doesn't fit, for the same sentence. */
function describeType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  // An unsafe integer fits no number schema, so the value itself explains the error.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'a number' : String(value);
  return typeof value === 'object' ? `an object${withMembers(Object.keys(value))}` : `a ${typeof value}`;
}

/** The value itself; for a list or an object its type. */
function describeValue(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? describeType(value) : String(value);
}

function withMembers(names: readonly string[]): string {
  return names.length === 0 ? '' : ` with ${joinWith(names.map(quoted), 'and')}`;
}

/** Joins texts for a sentence, e.g. `a, b or c`; a long list is cut. */
function joinWith(texts: readonly string[], conjunction: 'and' | 'or'): string {
  if (texts.length > MAX_NAMED) {
    return `${texts.slice(0, MAX_NAMED).join(', ')} ${conjunction} ${texts.length - MAX_NAMED} more`;
  }
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(` ${conjunction} `);
}
