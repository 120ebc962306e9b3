import { KEY_REMOVED } from './known-secrets';
import { withoutSecretPatterns } from './secret-patterns';

/** A run of letters and digits that is longer than any in a name. The parts of an id with hyphens are shorter. */
const LONG_RUN = /(?<![a-z0-9])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{24,}/gi;

/** The words of a page's server without what looks like a credential: a refusal can repeat one that Steward doesn't know. */
export function withoutCredentials(words: string): string {
  return withoutSecretPatterns(words, KEY_REMOVED).replace(LONG_RUN, KEY_REMOVED);
}
