import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';

/** Label before the address of an image. */
export function imageLabel(alt: string): string {
  return alt === '' ? i18n.t('markdown.image') : i18n.t('markdown.imageOf', { text: spellOut(alt) });
}
