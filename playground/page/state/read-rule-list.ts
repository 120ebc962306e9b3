import { splitPatterns } from '../../filter/rules';

/**
 * Splits a text into patterns, separated by commas or line breaks, without duplicates. Patterns are not
 * validated. `duplicates`: the number of patterns left out.
 */
export function readRuleList(text: string): { patterns: string[]; duplicates: number } {
  const named = text.split(/[\r\n\u2028\u2029]+/).flatMap(splitPatterns);
  const patterns = [...new Set(named)];
  return { patterns, duplicates: named.length - patterns.length };
}
