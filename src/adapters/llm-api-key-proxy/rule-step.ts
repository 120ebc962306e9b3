import type { JsonObject } from '@/src/core/json';
import type { RuleSet } from '../model-filter/model-filter-context';

/** The one changing step of a call: replaces both lists of a provider, if they are still the ones before. */
export interface RuleStep {
  provider: string;
  before: RuleSet;
  after: RuleSet;
}

/** A step as it is sent to the state half. */
export function stepJson({ provider, before, after }: RuleStep): JsonObject {
  return { operation: 'set-filters', provider, before: copyOf(before), after: copyOf(after) };
}

/** The step in the arguments of a request; null if they hold none. */
export function readStep(args: JsonObject): RuleStep | null {
  const { operation, provider } = args;
  const [before, after] = [readRules(args.before), readRules(args.after)];
  if (operation !== 'set-filters' || typeof provider !== 'string') return null;
  return before === null || after === null ? null : { provider, before, after };
}

function copyOf({ ignore, whitelist }: RuleSet): RuleSet {
  return { ignore: [...ignore], whitelist: [...whitelist] };
}

function readRules(value: JsonObject[string] | undefined): RuleSet | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { ignore, whitelist } = value;
  return isTexts(ignore) && isTexts(whitelist) ? { ignore, whitelist } : null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
