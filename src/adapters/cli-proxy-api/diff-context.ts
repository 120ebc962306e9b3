import type { ChangeGroup } from '@/src/core/adapter/adapter-definition';
import { canonicalJson } from '@/src/core/hash';
import type { Change } from '@/src/core/records/change';
import { ruleChanges } from './diff-state';
import { differingLists, rulesOf } from './exclusion-list';
import type { CliProxyContext } from './proxy-context';
import { listNames, rulesIn, sameRules } from './rule-lists';

/** The type of the change that the server makes by itself: it updates its catalogues. */
export const CATALOGUE_CHANGED = 'catalogue_changed';

type Fields = { type: string; [field: string]: string | number };

/** The changes between two contexts as change events, all stamped with `atMs`. */
export function diffContext(previous: CliProxyContext, next: CliProxyContext, atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  return [...ruleEvents(previous, next), ...otherEvents(previous, next)].map(({ type, ...fields }) => ({
    type,
    timestamp,
    ...fields,
  }));
}

function ruleEvents(previous: CliProxyContext, next: CliProxyContext): Fields[] {
  return differingLists(previous, next).flatMap((list): Fields[] => {
    const { removed, added } = ruleChanges(rulesOf(previous, list), rulesOf(next, list));
    const event = (type: string) => (pattern: string) => ({ type, list: list.id, pattern });
    const events = [...removed.map(event('exclusion_removed')), ...added.map(event('exclusion_added'))];
    return events.length > 0 ? events : [{ type: 'exclusions_reordered', list: list.id }];
  });
}

function otherEvents(previous: CliProxyContext, next: CliProxyContext): Fields[] {
  const changed = listNames(previous.catalogues, next.catalogues).filter(
    (channel) => !sameRules(rulesIn(previous.catalogues, channel), rulesIn(next.catalogues, channel)),
  );
  return [
    ...(canonicalJson(previous.entries) === canonicalJson(next.entries)
      ? []
      : [{ type: 'api_keys_changed' }]),
    ...(canonicalJson(previous.aliases) === canonicalJson(next.aliases) ? [] : [{ type: 'aliases_changed' }]),
    ...changed.map((channel) => ({
      type: CATALOGUE_CHANGED,
      channel,
      new_count: rulesIn(next.catalogues, channel).length,
    })),
  ];
}

/** Counts changes of rules by their list. */
export function changeGroup({ list = null }: Change): ChangeGroup {
  return list === null ? { fields: {}, readWith: null } : { fields: { list }, readWith: 'list_models' };
}
