import type { Messages } from '@/src/core/text/message';
import { createWording, type Wording } from '@/src/core/text/wording';
import { localesOf } from './languages';

/** Reads the texts of a language. Rejects if the extension's files can't be read, as after an update. */
export async function loadWording(language: string): Promise<Wording> {
  const response = await fetch(`/texts/${language}.json`);
  return ownWording(await response.json(), language);
}

/** The words of a language, with numbers and lists as this browser's user writes them in it. */
export function ownWording(messages: Messages, language: string): Wording {
  return createWording(messages, language, localesOf(language, navigator.languages));
}
