import { ruleProblem, splitPatterns } from '../../filter/rules';

/**
 * Reads a list of rules from text: separated by commas or line breaks, the first of equal ones kept. `problems` says
 * of each text that is no rule why; `patterns` holds only rules.
 */
export function readRuleList(text: string): { patterns: string[]; problems: string[]; duplicates: number } {
  const named = text.split(/[\r\n\u2028\u2029]+/).flatMap(splitPatterns);
  const distinct = [...new Set(named)];
  const problems = distinct.flatMap((pattern) => {
    const problem = ruleProblem(pattern);
    return problem === null ? [] : [`“${pattern}”: ${problem}`];
  });
  return {
    patterns: distinct.filter((pattern) => ruleProblem(pattern) === null),
    problems,
    duplicates: named.length - distinct.length,
  };
}
