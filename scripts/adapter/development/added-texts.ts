import type { Messages } from '@/src/core/text/message';
import { registeredAdapters } from './registered-adapters';

/** The texts of the folder's adapters in a language; the English ones where they have no other. */
export function addedTexts(language: string): Messages {
  const found = registeredAdapters.map(({ texts }) => ({ ...texts?.en, ...texts?.[language] }));
  return Object.assign({}, ...found);
}
