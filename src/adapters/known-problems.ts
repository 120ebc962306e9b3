import { knownProblemsSchema } from '@/src/schema/known-problem';
import problems from './known-problems.json' with { type: 'json' };

/** Problems that were known when Steward was built. docs/maintaining.md says when one is added. */
export const knownProblems = knownProblemsSchema.parse(problems);
