import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { countOf } from '../kit/tool-results';
import { allLists, decideModels, rulesOf } from './exclusion-list';
import type { CliProxyContext } from './proxy-context';

/** The panel's one line about the page. */
export function pageLine(context: CliProxyContext): PageLine {
  const lists = allLists(context);
  const rules = lists.reduce((sum, list) => sum + rulesOf(context, list).length, 0);
  return {
    title: 'CLIProxyAPI',
    facts: [countOf(rules, 'exclusion rule'), countOf(context.entries.length, 'API key')],
    unsaved: false,
  };
}

/** Suggested messages, the best first. */
export function suggestions(context: CliProxyContext): string[] {
  const withPreviews = allLists(context).find(
    (list) =>
      list.kind === 'provider' &&
      decideModels(context, list).some(({ id, rules }) => id.includes('preview') && rules.length === 0),
  );
  return [
    ...(withPreviews === undefined ? [] : [`Exclude all preview models of ${withPreviews.id}`]),
    'Which models are excluded, and by which rules?',
  ];
}
