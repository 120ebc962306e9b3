import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import { withoutWrapping } from './pasted-text';

/** The part of a copied header before its key. */
const OF_HEADER = /^(?:(?:proxy-)?authorization:\s*|(?:x-)?api-key:\s*)?(?:bearer(?:\s+|$))?/i;

/**
 * The key that the user meant, without what was copied with it: invisible characters, quotation marks, the name of an environment variable,
 * or `Authorization: Bearer`.
 *
 * @returns an empty text if the user entered no key
 * @throws StewardError `invalid-message` if nothing is left, or if a header can't contain one of the characters. The error repeats at most that
 *   character.
 */
export function readKey(text: string): string {
  const bare = withoutWrapping(text.replace(OF_HEADER, ''));
  const key = bare.replace(OF_HEADER, '');
  if (key === '' && text.trim() !== '') throw textError('invalid-message', 'error.llm.keyEmpty');
  const [unsendable] = key.match(/[^\x21-\x7e]/u) ?? [];
  if (unsendable === undefined) return key;
  if (/\s/.test(unsendable)) throw textError('invalid-message', 'error.llm.keyWithSpace');
  throw textError('invalid-message', say('error.llm.keyCharacter', { character: unsendable }));
}
