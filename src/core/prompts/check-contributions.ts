import type { PromptProblem } from '../records/prompt-problem';
import { visibleJson } from '../text/visible-json';
import type { PromptContribution } from './prompt-contribution';

/** `actor_type:contribution_name` (ledger C-066, C-067); a key with a dot in place of the colon is none (conflict 32). */
const KEY = /^[a-z0-9_-]+:.+$/s;

/** Contributions by whether their keys can be used; of several with one key the first counts. */
export interface CheckedContributions {
  usable: PromptContribution[];
  unusable: PromptContribution[];
  problems: PromptProblem[];
}

/** Looks at the keys: each has to be well formed, and to stand once. */
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
