import { z } from 'zod';
import { pageOfList } from '../../kit/list-page';
import { countOf } from '../../kit/tool-results';
import { RULE_KINDS, rulesOf } from '../model-filter-context';
import { declareTool, type ImplementationOf } from './declare-tool';
import { limit, MAX_TEXT_LENGTH, offset, provider } from './input-parts';
import { providerNotFound } from './provider-view';

export const listRulesTool = declareTool({
  name: 'list_rules',
  description:
    'Lists a provider’s rules in their order, page by page. Use it for rules that the page state or a list of changes only counts, and for other providers. Go on with the returned next_offset until it is null.',
  input: z.strictObject({
    rule_type: z.enum(RULE_KINDS).optional().describe('Without it both lists, the ignore list first.'),
    contains: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .optional()
      .describe('Part of the pattern; case doesn’t matter.'),
    offset,
    limit,
    provider,
  }),
  effect: 'read',
});

/** Loads no models. */
export const listRules: ImplementationOf<typeof listRulesTool> = async (page, args) => {
  const context = await page.read();
  const { provider: name = context.provider, rule_type: onlyKind, contains = '' } = args;
  if (!context.providers.includes(name)) return providerNotFound(context, name);
  const rules = rulesOf(context.drafts, name);
  const wanted = contains.toLowerCase();
  const found = RULE_KINDS.filter((kind) => onlyKind === undefined || kind === onlyKind)
    .flatMap((kind) => rules[kind].map((pattern) => ({ rule_type: kind, pattern })))
    .filter(({ pattern }) => pattern.toLowerCase().includes(wanted));
  const shown = pageOfList(found, args);
  const what = countOf(found.length, onlyKind === undefined ? 'rule' : `${onlyKind} rule`);
  const filter = contains === '' ? '' : ` with ${JSON.stringify(contains)} in the pattern`;
  return {
    success: true,
    message: `${name} has ${what}${filter}${shown.range}.`,
    data: { provider: name, rules: shown.entries, ...shown.place },
  };
};
