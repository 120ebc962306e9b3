import { splitPatterns } from '../../filter/rules';

/**
 * Reads a list of patterns from text: separated by commas or line breaks, the first of equal ones kept. Whether they
 * can be rules is not looked at. `duplicates` says how many were left out.
 */
export function readRuleList(text: string): { patterns: string[]; duplicates: number } {
  const named = text.split(/[\r\n\u2028\u2029]+/).flatMap(splitPatterns);
  const patterns = [...new Set(named)];
  return { patterns, duplicates: named.length - patterns.length };
}
