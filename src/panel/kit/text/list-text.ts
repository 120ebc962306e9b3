import { i18n } from '@/src/texts/i18n';

/** A list for use in a sentence: `a, b and c`. */
export function listText(texts: readonly string[]): string {
  const [last] = texts.slice(-1);
  if (last === undefined || texts.length === 1) return texts.join('');
  return i18n.t('common.listEnd', { others: texts.slice(0, -1).join(', '), last });
}
