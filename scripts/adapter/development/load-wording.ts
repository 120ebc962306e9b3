import type { Messages } from '@/src/core/text/message';
import type { Wording } from '@/src/core/text/wording';
import { ownWording as wordingOf } from '@/src/texts/load-wording';
import { addedTexts } from './added-texts';

// Replaces the exports of `src/texts/load-wording.ts` in a development build.
export async function loadWording(language: string): Promise<Wording> {
  const response = await fetch(`/texts/${language}.json`);
  return ownWording(await response.json(), language);
}

export function ownWording(messages: Messages, language: string): Wording {
  return wordingOf({ ...messages, ...addedTexts(language) }, language);
}
