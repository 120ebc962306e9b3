import { browser } from 'wxt/browser';
import type { TextKey } from '@/src/schema/values/said';

/**
 * A text in the browser's language, from `browser.i18n`. Only for texts that the build also provides there (EARLY_TEXTS in
 * scripts/texts/build-texts.ts).
 */
export function plainText(key: TextKey): string {
  return (browser.i18n.getMessage as (name: string) => string)(key.replaceAll('.', '_'));
}
