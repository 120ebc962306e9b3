import type { JsonObject } from '@/src/schema/values/json';
import type { ListedDecision } from './filters';

/** A listed model, in the `data` of a result. */
export function modelData({ id, status, rule, lists, isCertain }: ListedDecision): JsonObject {
  return {
    id,
    after_restart: status,
    ...(rule === null
      ? {}
      : { rule: { provider: lists[rule.kind], list: rule.kind, pattern: rule.pattern } }),
    ...(isCertain ? {} : { certain: false }),
  };
}

export const OTHER_RULES =
  'If that stays so after a restart, the process gets other rules from its environment, which win over the .env file and which no API shows.';
export const NOT_SHOWN =
  'That is no proof: the list can’t show that a model is missing, such as one that removed rules or new whitelist rules should bring back.';
