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

/** A scheme of credentials before a header's value. */
const SCHEME = /^(?:basic|bearer|token)\s/i;

/**
 * The secrets of a connection, which no log, error or answer may show: its key, values of headers that are secret by name
 * or look like a key and are long enough not to be a word, and secret segments of its address.
 */
export function endpointSecrets({ key, headers, baseUrl }: Endpoint): string[] {
  const headerValues = Object.entries(headers).flatMap(([name, value]) => {
    // A value such as `Bearer abc` may be echoed without its first word.
    const bare = value.replace(/^\S+\s+/, '');
    const isSecret = sensitivityOf(name) !== 'open' || SCHEME.test(value) || looksLikeKey(bare);
    return isSecret && bare.length >= MIN_KEY_LENGTH ? [bare] : [];
  });
  return [...new Set([...(key === null ? [] : [key]), ...headerValues, ...secretSegments(baseUrl)])];
}

/** True for a secret that can be removed from an answer: a short one and a placeholder may be words of it. */
export function isRemovable(secret: string): boolean {
  return secret.length >= MIN_WORD_KEY_LENGTH || (secret.length >= MIN_KEY_LENGTH && /\d/.test(secret));
}
