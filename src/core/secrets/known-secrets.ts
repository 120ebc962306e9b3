import type { Endpoint } from '../records/endpoint';
import { looksLikeKey } from './looks-like-key';
import { secretSegments } from './secret-address';
import { sensitivityOf } from './sensitive-name';

/** Replaces a secret of the connection in an endpoint's answer. */
export const KEY_REMOVED = '[key removed]';

/** Shorter secrets are not removed: one may be a word, and removing it would change the answer's meaning. */
export const MIN_KEY_LENGTH = 8;
/**
 * Secrets of at least this length need no digit. Placeholders such as `lm-studio` and `not-needed` are
 * shorter.
 */
export const MIN_WORD_KEY_LENGTH = 12;

/** Everything of a connection that no log and no error may show: its key, its headers, and secret segments of its address. */
export function endpointSecrets({ key, headers, baseUrl }: Endpoint): string[] {
  return [...(key === null ? [] : [key]), ...Object.values(headers), ...secretSegments(baseUrl)];
}

/**
 * The secrets of a connection that are removed from an endpoint's answers: its key, values of headers that
 * are secret by name or look like a key, and secret segments of its address. Short ones and placeholders are
 * left out.
 */
export function knownSecrets({ key, headers, baseUrl }: Endpoint): string[] {
  const headerValues = Object.entries(headers).flatMap(([name, value]) => {
    // A value such as `Bearer abc` may be echoed without its first word.
    const bare = value.replace(/^\S+\s+/, '');
    return sensitivityOf(name) !== 'open' || looksLikeKey(bare) ? [bare] : [];
  });
  return [...new Set([key ?? '', ...headerValues, ...secretSegments(baseUrl)])].filter(isLongEnough);
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_WORD_KEY_LENGTH || (secret.length >= MIN_KEY_LENGTH && /\d/.test(secret));
}
