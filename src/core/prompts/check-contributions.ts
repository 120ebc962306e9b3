import type { PromptProblem } from '@/src/schema/prompt-problem';
import { visibleJson } from '../text/visible-json';
import type { PromptContribution } from './prompt-contribution';

/** `actor_type:contribution_name`. */
const KEY = /^[a-z0-9_-]+:.+$/s;

/** Contributions separated by the validity of their keys. Of several with one key, the first is usable. */
export interface CheckedContributions {
  usable: PromptContribution[];
  unusable: PromptContribution[];
  problems: PromptProblem[];
}

/** Checks that each key is well-formed and unique. */
export function checkContributions(contributions: readonly PromptContribution[]): CheckedContributions {
  const checked: CheckedContributions = { usable: [], unusable: [], problems: [] };
  const keys = new Set<string>();
  for (const contribution of contributions) {
    const problem = keyProblem(contribution.key, keys);
    if (problem === null) {
      keys.add(contribution.key);
      checked.usable.push(contribution);
    } else {
      checked.unusable.push(contribution);
      checked.problems.push(problem);
    }
  }
  return checked;
}

function keyProblem(key: string, known: ReadonlySet<string>): PromptProblem | null {
  if (!KEY.test(key)) {
    const form =
      'A key reads actor_type:name, its type in lower-case letters, digits, hyphens and underscores.';
    return {
      key,
      kind: 'malformed-key',
      message: `The contribution ${visibleJson(key)} is left out: its key is malformed. ${form}`,
    };
  }
  if (!known.has(key)) return null;
  return {
    key,
    kind: 'duplicate-key',
    message: `A second contribution ${visibleJson(key)} is left out: the first of a key counts.`,
  };
}
