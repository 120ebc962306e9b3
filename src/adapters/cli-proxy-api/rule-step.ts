import type { JsonObject } from '@/src/core/json';
import type { ListRef } from './exclusion-list';

/** The one changing step of a call: replaces the rules of a list, if they are still the ones before. */
export interface RuleStep {
  list: ListRef;
  before: string[];
  after: string[];
  watched: WatchedModels;
}

/** Models whose listing for clients is looked at after the change. */
export interface WatchedModels {
  /** Ought to be gone. */
  gone: string[];
  /** Ought to be back. */
  back: string[];
}

/** Most models of either kind that are watched: enough to show whether the change has reached clients. */
export const MAX_WATCHED = 50;

/** A step as it is sent to the state half. */
export function stepJson({ list, before, after, watched: { gone, back } }: RuleStep): JsonObject {
  return { operation: 'set-rules', list: { kind: list.kind, id: list.id }, before, after, gone, back };
}

/** The step in the arguments of a request; null if they hold none. */
export function readStep(args: JsonObject): RuleStep | null {
  const { operation, list, before, after, gone, back } = args;
  if (operation !== 'set-rules' || !isTexts(before) || !isTexts(after)) return null;
  if (!isTexts(gone) || !isTexts(back)) return null;
  if (typeof list !== 'object' || list === null || Array.isArray(list)) return null;
  const { kind, id } = list;
  if ((kind !== 'provider' && kind !== 'key') || typeof id !== 'string') return null;
  return { list: { kind, id }, before, after, watched: { gone, back } };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
