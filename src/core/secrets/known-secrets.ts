import type { Endpoint } from '../records/endpoint';
import { looksLikeKey } from './looks-like-key';
import { secretSegments } from './secret-address';
import { sensitivityOf } from './sensitive-name';

/** Stands in an answer for a secret of the connection that the endpoint had put there. */
export const KEY_REMOVED = '[key removed]';

/** A shorter secret is left in answers: it may be a word, and an answer without that word says something else. */
export const MIN_KEY_LENGTH = 8;
/** From this length on a secret needs no digit. Placeholders such as `lm-studio` and `not-needed` are shorter. */
export const MIN_WORD_KEY_LENGTH = 12;

/**
 * The secrets of a connection that are taken out of an endpoint's answers: its key, the values of headers whose name or
 * look says that they are secret, and secret segments of its address. Too short ones and placeholders are left out.
 */
export function knownSecrets({ key, headers, baseUrl }: Endpoint): string[] {
  const headerValues = Object.entries(headers).flatMap(([name, value]) => {
    // A value such as `Bearer abc` may come back without its first word.
    const bare = value.replace(/^\S+\s+/, '');
    return sensitivityOf(name) !== 'open' || looksLikeKey(bare) ? [bare] : [];
  });
  return [...new Set([key ?? '', ...headerValues, ...secretSegments(baseUrl)])].filter(isTelling);
}

function isTelling(secret: string): boolean {
  return secret.length >= MIN_WORD_KEY_LENGTH || (secret.length >= MIN_KEY_LENGTH && /\d/.test(secret));
}
