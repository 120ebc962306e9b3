import { compileTexts } from '@/scripts/texts/build-texts';
import { readTexts, SOURCE } from '@/scripts/texts/read-texts';
import type { Messages } from '@/src/core/text/message';

/** The English texts of the whole checkout. Read from the repository's root. */
export function readEnglishMessages(): Messages {
  return compileTexts(readTexts('.', SOURCE)).messages;
}
