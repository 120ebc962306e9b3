import { browser } from 'wxt/browser';
import type { TextKey } from '@/src/schema/values/said';

/** A text that the build also gives to the browser (EARLY_TEXTS in scripts/texts/build-texts.ts), in the browser's language. */
export function plainText(key: TextKey): string {
  return (browser.i18n.getMessage as (name: string) => string)(key.replaceAll('.', '_'));
}
