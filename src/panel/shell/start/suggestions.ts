import { i18n } from '@/src/texts/i18n';

const MAX_SUGGESTIONS = 3;

/**
 * Up to three suggested messages: one about unsaved changes if there are any, those of the page's adapter, and a
 * summary.
 */
export function suggestions(isUnsaved: boolean, ofPage: readonly string[]): string[] {
  const all = [
    ...(isUnsaved ? [i18n.t('conversation.suggestion.unsaved')] : []),
    ...ofPage,
    i18n.t('conversation.suggestion.summarize'),
  ];
  // Without duplicates: the adapter of a read-only page suggests the summary, too.
  return [...new Set(all)].slice(0, MAX_SUGGESTIONS);
}
