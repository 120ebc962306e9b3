import type { ChangeGroup } from '@/src/core/adapter/adapter-definition';
import { canonicalJson } from '@/src/core/hash';
import type { Change } from '@/src/core/records/change';
import { listChanges } from '../model-filter/diff-context';
import { providersOf, RULE_KINDS, rulesOf } from '../model-filter/model-filter-context';
import type { LlmProxyContext } from './proxy-context';

/** The type of the change that the server makes by itself: it restarts, or fetches its models again. */
export const MODELS_CHANGED = 'listed_models_changed';

type Fields = { type: string; [field: string]: string | number | null };

/** The changes between two contexts as change events, all stamped with `atMs`. */
export function diffContext(previous: LlmProxyContext, next: LlmProxyContext, atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  return [...ruleEvents(previous, next), ...otherEvents(previous, next)].map(({ type, ...fields }) => ({
    type,
    timestamp,
    ...fields,
  }));
}

function ruleEvents(previous: LlmProxyContext, next: LlmProxyContext): Fields[] {
  return providersOf(previous.filters, next.filters).flatMap((provider) =>
    RULE_KINDS.flatMap((list) => {
      const before = rulesOf(previous.filters, provider)[list];
      const after = rulesOf(next.filters, provider)[list];
      return listChanges(before, after).map(({ type, ...pattern }) => ({ type, provider, list, ...pattern }));
    }),
  );
}

function otherEvents(previous: LlmProxyContext, next: LlmProxyContext): Fields[] {
  const isSame = (part: (context: LlmProxyContext) => Parameters<typeof canonicalJson>[0]) =>
    canonicalJson(part(previous)) === canonicalJson(part(next));
  return [
    ...(isSame(({ providers }) => providers) ? [] : [{ type: 'credentials_changed' }]),
    ...(isSame(({ models, aliases }) => [models, aliases])
      ? []
      : [{ type: MODELS_CHANGED, new_count: next.models?.length ?? null }]),
  ];
}

/** Counts changes of rules by provider and list. */
export function changeGroup({ type, provider = null, list = null }: Change): ChangeGroup {
  if (type === MODELS_CHANGED) return { fields: {}, readWith: 'list_models' };
  return provider === null
    ? { fields: {}, readWith: null }
    : { fields: { provider, list }, readWith: 'list_rules' };
}
