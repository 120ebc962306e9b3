import { keyPattern } from './key-formats';

const KEY_BEGINNING = keyPattern(8, '');
/** Prefixes of proxies' own keys, such as `sk_` and `key-`. In longer texts these are names. */
const NAMED_BEGINNING = /\b(?:sk|pk|rk|key)[-_]\w[\w-]{7}|\beyJ\w{8}/;
/**
 * A run of letters and digits that is too long for a name: names of models and deployments have a separator before
 * 16 characters.
 */
const LONG_RUN = /[a-z0-9]{16,}/gi;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** True if a text looks like a key: a known prefix, a UUID, or a long run of letters and digits. */
export function looksLikeKey(text: string): boolean {
  const runs = text.match(LONG_RUN) ?? [];
  return (
    KEY_BEGINNING.test(text) ||
    NAMED_BEGINNING.test(text) ||
    UUID.test(text) ||
    runs.some((run) => /\d/.test(run) && /[a-z]/i.test(run))
  );
}
