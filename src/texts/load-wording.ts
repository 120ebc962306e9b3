import type { Messages } from '@/src/core/text/message';
import { createWording, type Wording } from '@/src/core/text/wording';
import { localesOf } from './languages';

/** Reads the texts of a language. Rejects if the extension's files can't be read, for example after an update. */
export async function loadWording(language: string): Promise<Wording> {
  const response = await fetch(`/texts/${language}.json`);
  return ownWording(await response.json(), language);
}

/** The texts of a language, with numbers and lists in the form that this browser's user is used to. */
export function ownWording(messages: Messages, language: string): Wording {
  return createWording(messages, language, localesOf(language, navigator.languages));
}
