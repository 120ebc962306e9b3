import { z } from 'zod';
import { RULE_KINDS, type RuleSets, rulesOf } from '../../filter/rule-sets';
import { ruleProblem } from '../../filter/rules';
import { ruleSets } from '../../rule-set-schema';
import type { RestorableState } from '../state/page-action';
import { ProtocolFailure } from './protocol-failure';

/** Schema of a restorable state; {@link checkRestorable} checks the state against the page. */
export const restorableStateSchema = z.strictObject({
  provider: z.string(),
  drafts: ruleSets,
  search: z.string(),
});

/** Throws `state-refused`, naming the unknown provider or the invalid rule. */
export function checkRestorable(state: RestorableState, providers: readonly string[]): void {
  for (const provider of [state.provider, ...Object.keys(state.drafts)]) {
    if (!providers.includes(provider)) refuse(`There is no provider ${JSON.stringify(provider)}.`);
  }
  for (const provider of Object.keys(state.drafts)) checkRules(state.drafts, provider);
}

function checkRules(drafts: RuleSets, provider: string): void {
  for (const kind of RULE_KINDS) {
    const list = rulesOf(drafts, provider)[kind];
    list.forEach((pattern, index) => {
      const problem = ruleProblem(pattern);
      const place = `${provider}, ${kind} rule ${index + 1} (${JSON.stringify(pattern)})`;
      if (problem !== null) refuse(`${place}: ${problem}`);
      if (list.indexOf(pattern) !== index) refuse(`${place}: The list has it twice.`);
    });
  }
}

function refuse(message: string): never {
  throw new ProtocolFailure('state-refused', message);
}
