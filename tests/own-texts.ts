import type { Messages } from '@/src/core/text/message';
import { readEnglishMessages } from './english-messages';

// Node.js has none before version 21. The locales of texts are chosen by its languages.
globalThis.navigator ??= { languages: ['en-US'] } as unknown as Navigator;

/** Read once for all test files of a worker. */
const shared: { englishTexts?: Messages } = globalThis as object;
shared.englishTexts ??= answeringTexts(readEnglishMessages());

/** The English texts of the extension, which requests of its own file of texts get. */
export const englishTexts: Messages = shared.englishTexts;

function answeringTexts(texts: Messages): Messages {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    input === '/texts/en.json' ? Response.json(texts) : fetch(input, init);
  return texts;
}
