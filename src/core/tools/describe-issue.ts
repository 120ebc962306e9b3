import type { z } from 'zod';
import { nearestName } from './nearest-name';

/**
 * One thing about a call's arguments that doesn't fit, in sentences for the model, which also stand on the call's card.
 *
 * @param args the arguments as they were checked
 * @param parameters the names that the tool knows
 */
export function describeIssue(issue: z.core.$ZodIssue, args: unknown, parameters: readonly string[]): string {
  const parameter = `"${issue.path.join('.')}"`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownParameter(key, parameters)).join(' ');
  }
  if (issue.code === 'invalid_type') {
    const value = valueAt(args, issue.path);
    if (value === undefined) return `${parameter} is missing.`;
    return `${parameter} has to be ${withArticle(issue.expected)}, not ${kindOf(value)}.`;
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) {
    return `${parameter} is empty.`;
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `${parameter} is longer than ${issue.maximum} characters.`;
  }
  return issue.path.length === 0 ? `${issue.message}.` : `${parameter}: ${issue.message}.`;
}

function unknownParameter(name: string, parameters: readonly string[]): string {
  const near = nearestName(name, parameters);
  return `There is no parameter "${name}".${near === null ? '' : ` Did you mean "${near}"?`}`;
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return withArticle(Array.isArray(value) ? 'array' : typeof value);
}

function withArticle(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
