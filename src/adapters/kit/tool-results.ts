import { MAX_PREVIEW_NAMES } from '@/src/core/records/dry-run';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';

/** Longest list of names in a result. */
const MAX_LISTED = 200;

/** A failure that the model can act on. */
export function failure<Code extends string>(code: Code, message: string, data?: JsonObject): ToolResult {
  return { success: false, message, error_code: code, ...(data === undefined ? {} : { data }) };
}

/** A list of names under a key; beyond {@link MAX_LISTED} it is cut, and `KEY_total` has the exact count. */
export function listed(key: string, names: readonly string[]): JsonObject {
  if (names.length <= MAX_LISTED) return { [key]: [...names] };
  return { [key]: names.slice(0, MAX_LISTED), [`${key}_total`]: names.length };
}

/** A number with its noun, e.g. "1 model", "1,234 models". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A list of a preview, cut to its longest length; none without names. */
export function effectList(kind: EffectList['kind'], title: string, names: EffectName[]): EffectList[] {
  if (names.length === 0) return [];
  return [{ kind, title, names: names.slice(0, MAX_PREVIEW_NAMES), total: names.length }];
}
