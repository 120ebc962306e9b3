import type { z } from 'zod';
import type { Json } from '../json';
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
import { kindOf, valueInWords, wantedBy } from './schema-words';

type Issue = z.core.$ZodIssue;

/** Sentences told at once; the model sees the rest after it corrected these. */
const MAX_SENTENCES = 5;

/** What a schema doesn't take, and the path at which it stands in the arguments. */
interface Checked extends Place {
  readonly path: readonly PropertyKey[];
}

/**
 * What about a call's arguments doesn't fit, in sentences for the model, which also stand on the call's card. Places
 * inside the arguments are named by their path, e.g. `"rules.2.mode"`; misspelt names and values come with the nearest
 * valid one (ledger A-169).
 */
export function describeIssues(issues: readonly Issue[], args: { value: Json; schema: InputSchema }): string {
  const sentences = [...new Set(issues.flatMap((issue) => describeIssue(issue, { ...args, path: [] })))];
  const told = sentences.slice(0, MAX_SENTENCES).join(' ');
  const left = sentences.length - MAX_SENTENCES;
  return left > 0 ? `${told} There is more that doesn’t fit: ${left}.` : told;
}

function describeIssue(issue: Issue, checked: Checked): string[] {
  const place = placeAt(checked, issue.path);
  const path = [...checked.path, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownParameter(key, path, place));
    case 'invalid_type':
    case 'invalid_value':
      return [misfit(path, place)];
    case 'invalid_union':
      return describeUnion(issue, path, place);
    case 'too_small':
      return [`${named(path)} ${tooSmall(issue)}.`];
    case 'too_big':
      return [`${named(path)} ${tooBig(issue)}.`];
    default:
      return [path.length === 0 ? `${issue.message}.` : `${named(path)}: ${issue.message}.`];
  }
}

function unknownParameter(name: string, path: readonly PropertyKey[], { value, schema }: Place): string {
  const near = nearestName(name, membersOf(formOf(schema, value)));
  const hint = near === null ? '' : ` Did you mean ${named([...path, near])}?`;
  return `There is no parameter ${named([...path, name])}.${hint}`;
}

function misfit(path: readonly PropertyKey[], { value, schema }: Place): string {
  if (value === undefined) return `${named(path)} is missing.`;
  const values = valuesOf(schema);
  const texts = values.filter((listed) => typeof listed === 'string');
  const near = typeof value === 'string' ? nearestName(value, texts) : null;
  const hint = near === null ? '' : ` Did you mean ${visibleJson(near)}?`;
  const shown = values.length > 0 ? valueInWords(value) : kindOf(value);
  return `${named(path)} has to be ${wantedBy(schema)}, not ${shown}.${hint}`;
}

/** The values that a schema lists, those of a union's forms included. */
function valuesOf(schema: InputSchema): Json[] {
  return [...(listedValues(schema) ?? formsOf(schema)?.flatMap(valuesOf) ?? [])];
}

/** Describes the one form of a union that was clearly meant; if there is none, all that the union takes. */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  { value, schema }: Place,
): string[] {
  const options = 'options' in issue ? issue.options : undefined;
  if (options !== undefined) return [misfit(path, { value, schema: { enum: options as string[] } })];
  const forms = formsOf(schema) ?? [];
  const ofKind = issue.errors
    .map((issues, index) => ({ issues, form: forms[index] ?? {} }))
    .filter(({ issues }) => !issues.some(isMisfit));
  const [meant, ...others] =
    ofKind.length > 1 ? ofKind.filter(({ issues }) => knowsAllMembers(issues)) : ofKind;
  if (meant === undefined || others.length > 0) return [misfit(path, { value, schema })];
  return meant.issues.flatMap((inner) => describeIssue(inner, { value, schema: meant.form, path }));
}

/** Whether a value as a whole is of a kind that isn't taken. */
function isMisfit(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isMisfit));
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
