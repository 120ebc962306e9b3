import { compileTexts } from '@/scripts/texts/build-texts';
import { readTexts, SOURCE } from '@/scripts/texts/read-texts';
import type { Messages } from '@/src/core/text/message';
import { createWording } from '@/src/core/text/wording';
import { say, type TextKey } from '@/src/schema/values/said';

/** The words that the panel shows for a key of the catalogue. */
export type Words = (key: TextKey) => string;

/** The words of a language, as its files have them. */
export function wordsIn(language: string): Words {
  return wordsOf(compileTexts(readTexts('.', language)).messages, language);
}

/** The words of compiled texts in a language. */
export function wordsOf(messages: Messages, language: string): Words {
  const wording = createWording(messages, language, [language]);
  return (key) => wording.text(say(key));
}

export const ENGLISH_WORDS = wordsIn(SOURCE);
