import type { z } from 'zod';
import type { Json } from '@/src/schema/values/json';
import { type Said, type SaidChoices, say } from '@/src/schema/values/said';
import { english } from '../text/english';
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

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;

type Issue = z.core.$ZodIssue;

/** Maximum number of issues reported at once. The model sees the rest after it has corrected these. */
const MAX_SENTENCES = 5;

/** An invalid value with its path in the arguments. */
interface Checked extends Place {
  readonly path: readonly PropertyKey[];
}

/** Arguments that don't fit, with the schema of their tool. */
interface Refused {
  value: Json;
  schema: InputSchema;
}

/**
 * Describes in sentences why a call's arguments don't fit, for the model. Places are named by their path, e.g.
 * `"rules.2.mode"`. For a misspelt name or value, the nearest valid one is suggested.
 */
export function describeIssues(issues: readonly Issue[], args: Refused): string {
  const problems = sentencesOf(issues, args);
  const listed = new Set<string>();
  let unlistedCount = problems.length;
  for (const sentence of problems) {
    if (listed.size === MAX_SENTENCES) break;
    listed.add(english(sentence()));
    unlistedCount -= 1;
  }
  const all = [...listed].join(' ');
  return unlistedCount > 0 ? `${all} Number of further problems: ${unlistedCount}.` : all;
}

/** The first sentences of {@link describeIssues}, for the user. */
export function saidIssues(issues: readonly Issue[], args: Refused): Said[] {
  return sentencesOf(issues, args)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => sentence());
}

function sentencesOf(issues: readonly Issue[], args: Refused): Sentence[] {
  return issues.flatMap((issue) => describeIssue(issue, { ...args, path: [] }));
}

/** A sentence that is made only if it is listed: suggesting a name is slow, and arguments can have many thousand problems. */
type Sentence = () => Said;

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
      return [() => tooSmall(named(path), issue)];
    case 'too_big':
      return [() => tooBig(named(path), issue)];
    default:
      return [
        () =>
          path.length === 0
            ? `${issue.message}.`
            : say('said.argument.other', { name: named(path), message: issue.message }),
      ];
  }
}

function unknownParameter(name: string, path: readonly PropertyKey[], { value, schema }: Place): Said {
  const near = nearestName(name, membersOf(formOf(schema, value)));
  const unknown = named([...path, name]);
  return near === null
    ? say('said.argument.unknown', { name: unknown })
    : say('said.argument.unknownNear', { name: unknown, near: named([...path, near]) });
}

function mismatch(path: readonly PropertyKey[], { value, schema }: Place): Said {
  const name = named(path);
  if (value === undefined) return say('said.argument.missing', { name });
  const values = valuesOf(schema);
  const texts = values.filter((listed) => typeof listed === 'string');
  const near = typeof value === 'string' ? nearestName(value, texts) : null;
  const facts = {
    name,
    accepted: describeAccepted(schema),
    value: values.length > 0 ? describeValue(value) : describeType(value),
  };
  return near === null
    ? say('said.argument.mismatch', facts)
    : say('said.argument.mismatchNear', { ...facts, near: visibleJson(near) });
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
    // An empty schema stands for a form that the schema doesn't list.
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

function tooSmall(name: string, { origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Said {
  if (isNumber(origin)) {
    return say(inclusive ? 'said.argument.atLeast' : 'said.argument.moreThan', {
      name,
      limit: String(minimum),
    });
  }
  const count = Number(minimum);
  if (count === 1) return say('said.argument.empty', { name });
  return say(origin === 'string' ? 'said.argument.tooShort' : 'said.argument.tooFew', { name, count });
}

function tooBig(name: string, { origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Said {
  if (isNumber(origin)) {
    return say(inclusive ? 'said.argument.atMost' : 'said.argument.lessThan', {
      name,
      limit: String(maximum),
    });
  }
  const count = Number(maximum);
  return say(origin === 'string' ? 'said.argument.tooLong' : 'said.argument.tooMany', { name, count });
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int';
}

function named(path: readonly PropertyKey[]): string {
  return quoted(path.join('.'));
}

/**
 * The values that a schema accepts, for a sentence: `a number or null`, `"ignore" or "whitelist"`, `an object
 * with "pattern"`.
 */
function describeAccepted(schema: InputSchema): SaidChoices {
  const all = alternatives(schema);
  return { anyOf: cut([...new Map(all.map((said) => [JSON.stringify(said), said])).values()]) };
}

function alternatives(schema: InputSchema): Said[] {
  const forms = formsOf(schema);
  if (forms !== null) return forms.flatMap(alternatives);
  const values = listedValues(schema);
  if (values !== null) return values.map(visibleJson);
  const types = [schema.type].flat().filter(isType);
  if (types.length === 0) return [say('said.argument.type.other')];
  return types.map((type) => typeWords(type, schema.required ?? []));
}

function isType(type: unknown): type is (typeof TYPES)[number] {
  return TYPES.some((known) => known === type);
}

/** The type of a value that doesn't fit, for the same sentence. */
function describeType(value: Json): Said {
  if (value === null) return say('said.argument.type.null');
  if (Array.isArray(value)) return say('said.argument.type.array');
  // An unsafe integer fits no number schema, so the value itself explains the error.
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? say('said.argument.type.number') : String(value);
  if (typeof value === 'object') return typeWords('object', Object.keys(value));
  return say(typeof value === 'string' ? 'said.argument.type.string' : 'said.argument.type.boolean');
}

/** The value itself; for a list or an object its type. */
function describeValue(value: Json): Said {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? describeType(value) : String(value);
}

function typeWords(type: (typeof TYPES)[number], members: readonly string[]): Said {
  return type === 'object' && members.length > 0
    ? say('said.argument.type.objectWith', { members: cut(members.map(quoted)) })
    : say(`said.argument.type.${type}`);
}

/** A list for a sentence; the rest of a long one is counted. */
function cut(texts: readonly Said[]): Said[] {
  const more = texts.length - MAX_NAMED;
  return more > 0 ? [...texts.slice(0, MAX_NAMED), say('said.list.more', { count: more })] : [...texts];
}
