import { z } from 'zod';
import { type PageView, withRules } from './page-view';
import { parseJson } from './parse-json';

const ruleChange = z.object({
  rule_type: z.enum(['ignore', 'whitelist']),
  pattern: z.string(),
  provider: z.string(),
});

const refresh = z.object({ provider: z.string() });

/**
 * Brings a page view up to date with the lines of a `<page-changes>` block, oldest first. Lines of kinds that tell
 * nothing about rules or models are passed over.
 * @returns null once the page shows another provider, since the known state is about the old one, or once a line only
 * counts changes, since it doesn't tell which.
 */
export function applyPageChanges(page: PageView, body: string): PageView | null {
  return body.split('\n').reduce<PageView | null>((view, line) => view && applyLine(view, line), page);
}

function applyLine(page: PageView, line: string): PageView | null {
  const [, type, json] = /^\S+ (\S+) (\{.*\})$/.exec(line) ?? [];
  switch (type) {
    case 'rule_added':
    case 'rule_removed':
      return applyRuleChange(page, type, json ?? '');
    case 'changes_saved':
    case 'changes_discarded':
      return { ...page, unsaved: [] };
    case 'models_refreshed':
      return applyRefresh(page, json ?? '');
    case 'provider_changed':
    case 'changes_left_out':
      return null;
    default:
      return page;
  }
}

function applyRefresh(page: PageView, json: string): PageView {
  const parsed = refresh.safeParse(parseJson(json));
  if (!parsed.success || parsed.data.provider !== page.provider) return page;
  return {
    ...page,
    models: { kind: 'unknown', reason: 'the page fetched its models anew since I was shown them' },
  };
}

function applyRuleChange(page: PageView, type: 'rule_added' | 'rule_removed', json: string): PageView {
  const parsed = ruleChange.safeParse(parseJson(json));
  if (!parsed.success) return page;
  const { rule_type: kind, pattern, provider } = parsed.data;
  const marked = page.unsaved.includes(provider) ? page : { ...page, unsaved: [...page.unsaved, provider] };
  if (provider !== page.provider) return marked;
  const others = page[kind].filter((rule) => rule !== pattern);
  const list = type === 'rule_added' ? [...others, pattern] : others;
  return withRules(marked, { ignore: page.ignore, whitelist: page.whitelist, [kind]: list });
}
