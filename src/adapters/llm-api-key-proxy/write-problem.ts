import { RULE_KINDS, type RuleSet } from '../model-filter/model-filter-context';
import { newRuleProblem } from '../model-filter/rule-list';

/** A rule that can't be written, and the reason as the end of a sentence. */
export interface RuleProblem {
  pattern: string;
  why: string;
}

/** The providers whose lines in the `.env` file every version of the server finds again. */
const WRITABLE_PROVIDER = /^[A-Za-z0-9_]+$/;

/**
 * The reason why no rules of a provider are written, in a sentence; null if they can be. The server's newer versions look
 * for a line by a name of letters, digits and `_`. For other names, such as `x-ai`, each save appends another line, and a
 * list that was written can't be emptied again; so no change there could be undone.
 */
export function providerProblem(provider: string): string | null {
  if (WRITABLE_PROVIDER.test(provider)) return null;
  return `The rules of ${JSON.stringify(provider)} can’t be changed here: with such a name the server appends a line to its .env file at every save and never removes one, so the change could not be undone. Edit IGNORE_MODELS_${provider.toUpperCase()} and WHITELIST_MODELS_${provider.toUpperCase()} in that file.`;
}

/** The first rule of a list that can't be written; null if all can. Rules that the server has already may stay. */
export function ruleProblemIn(rules: readonly string[], known: readonly string[]): RuleProblem | null {
  for (const pattern of rules) {
    const why = newRuleProblem(pattern, known) ?? backslashProblem(pattern, known);
    if (why !== null) return { pattern, why };
  }
  return null;
}

/** As {@link ruleProblemIn}, for both lists of a provider. */
export function ruleSetProblem(wanted: RuleSet, known: RuleSet): RuleProblem | null {
  for (const kind of RULE_KINDS) {
    const problem = ruleProblemIn(wanted[kind], known[kind]);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Some versions write a value between single quotes without escaping `\`. One at the end hides the closing quote, and the
 * lines after it in the file, keys among them, are lost.
 */
function backslashProblem(pattern: string, known: readonly string[]): string | null {
  if (!pattern.includes('\\') || known.includes(pattern)) return null;
  return 'it holds a backslash, with which some versions of the server damage their .env file';
}
