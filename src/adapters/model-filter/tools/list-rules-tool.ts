import type { ToolResult } from '@/src/core/records/tool-result';
import { RULE_KINDS, type RuleKind, rulesOf } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { countOf } from '../sentence-parts';
import { pageOfList } from './page-of-list';
import { providerNotFound } from './provider-view';

/** A page of the rules. `kind` null: both lists. `contains`: part of the pattern, case ignored. */
export interface RuleListCall {
  kind: RuleKind | null;
  contains: string;
  offset: number;
  limit: number;
  provider: string | null;
}

/** `list_rules`: a provider's rules in the order of their lists, page by page. Needs no models. */
export async function listRules(page: PageAccess, call: RuleListCall): Promise<ToolResult> {
  const context = await page.read();
  const provider = call.provider ?? context.provider;
  if (!context.providers.includes(provider)) return providerNotFound(context, provider);
  const rules = rulesOf(context.drafts, provider);
  const wanted = call.contains.toLowerCase();
  const found = RULE_KINDS.filter((kind) => call.kind === null || kind === call.kind)
    .flatMap((kind) => rules[kind].map((pattern) => ({ rule_type: kind, pattern })))
    .filter(({ pattern }) => pattern.toLowerCase().includes(wanted));
  const shown = pageOfList(found, call);
  const what = countOf(found.length, call.kind === null ? 'rule' : `${call.kind} rule`);
  const filter = call.contains === '' ? '' : ` with ${JSON.stringify(call.contains)} in the pattern`;
  return {
    success: true,
    message: `${provider} has ${what}${filter}${shown.range}.`,
    data: { provider, rules: shown.entries, ...shown.place },
  };
}
