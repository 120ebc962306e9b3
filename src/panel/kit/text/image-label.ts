import { spellOut } from '@/src/core/text/foreign-text';
import { t } from '@/src/texts/i18n';

/** Label of an image that isn't loaded; its address follows. */
export function imageLabel(alt: string): string {
  return alt === '' ? t('markdown.image') : t('markdown.imageOf', { text: spellOut(alt) });
}
