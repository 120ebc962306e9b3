import type { Messages } from '@/src/core/text/message';
import { createWording } from '@/src/core/text/wording';
import { showTexts } from '@/src/texts/i18n';

/** The English texts, which the bundler inserts: a page outside of the extension can't read its files. */
declare const ENGLISH_MESSAGES: Messages;

showTexts(createWording(ENGLISH_MESSAGES, 'en', ['en-US']));
