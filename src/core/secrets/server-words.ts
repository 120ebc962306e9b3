import { KEY_REMOVED } from './known-secrets';
import { withoutSecretPatterns } from './secret-patterns';
import { sensitivityOf } from './sensitive-name';

/**
 * A run of letters and digits that is longer than any in a name, or of 16 after the word for a secret. The parts of an id with hyphens are
 * shorter.
 */
const LONG_RUN =
  /(?<![a-z0-9])(?=[a-z]*\d)(?=\d*[a-z])(?:[a-z0-9]{24,}|(?<=\b(?:key|password|secret|token)\b.{0,40})[a-z0-9]{16,})/gi;
/** A secret of Amazon: 40 digits of base 64. */
const BASE_64 = /(?<![\w+/])(?=[a-z+/]*\d)[a-z0-9+/]{40}(?![\w+/])/gi;
/** A value by its name, in whatever quotation marks; the id of a key's entry, such as `gemini-api-key:1a2b3c4d`, is none. */
const NAMED = /([\w-]{1,60})([\\"'\s]{0,8}[:=][\\"'\s]{0,8})(?![\da-f]{8}(?!\w))([^\s"'\\,;[\]]{6,4000})/gi;

/** The words of a page's server without what looks like a credential: a refusal can repeat one that Steward doesn't know. */
export function withoutCredentials(words: string): string {
  return withoutSecretPatterns(words, KEY_REMOVED)
    .replace(NAMED, (whole: string, name: string, between: string, value: string) =>
      sensitivityOf(name) === 'open' || !/[a-z].*\d|\d.*[a-z]/i.test(value)
        ? whole
        : name + between + KEY_REMOVED,
    )
    .replace(BASE_64, KEY_REMOVED)
    .replace(LONG_RUN, KEY_REMOVED);
}
