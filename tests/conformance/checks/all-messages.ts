import { compileTexts } from '@/scripts/texts/build-texts';
import { readTemplateTexts, readTexts, SOURCE } from '@/scripts/texts/read-texts';
import type { Messages } from '@/src/core/text/message';

/** The English texts of Steward, of all adapters, and of the templates that new ones are made of. */
export const ALL_MESSAGES: Messages = compileTexts(
  new Map([...readTexts('.', SOURCE), ...readTemplateTexts('.')]),
).messages;
