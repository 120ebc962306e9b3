import { compileTexts } from '@/scripts/texts/build-texts';
import { readTemplateTexts, readTexts, SOURCE } from '@/scripts/texts/read-texts';
import type { Messages } from '@/src/core/text/message';

/** The English texts of the whole checkout, also of the templates of adapters. Read from the repository's root. */
export function readEnglishMessages(): Messages {
  return compileTexts(new Map([...readTexts('.', SOURCE), ...readTemplateTexts('.')])).messages;
}
