import type { StateDifference } from '@/src/schema/change';
import { say } from '@/src/schema/values/said';
import { providerLists, type RulesByProvider } from './provider-rules';
import { ruleDifferences } from './rule-lists';

/** Types of the changes of rules in a chat's events. */
export const RULE_EVENTS = {
  added: 'rule_added',
  removed: 'rule_removed',
  modified: 'rules_reordered',
} as const;

/** The differences between the rules of two states, one line each. */
export function diffRules(from: RulesByProvider, to: RulesByProvider): StateDifference[] {
  return ruleDifferences(providerLists, from, to, ({ provider, kind }, rule) =>
    rule === null ? say(ORDERS[kind], { provider }) : say(RULES[kind], { provider, rule }),
  );
}

const ORDERS = {
  ignore: 'kit.rules.ignoreOrder',
  whitelist: 'kit.rules.whitelistOrder',
} as const;
const RULES = {
  ignore: 'kit.rules.ignoreRule',
  whitelist: 'kit.rules.whitelistRule',
} as const;
