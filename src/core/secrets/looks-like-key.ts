/** Prefixes of known key formats. */
const KNOWN_BEGINNING =
  /\b(?:(?:sk|pk|rk|key)[-_]\w[\w-]{7}|gh[opsu]_\w{8}|AIza[\w-]{8}|xox[abprs]-[\w-]{8}|eyJ\w{8})/;
/**
 * A run of mixed letters and digits. Names of models and deployments have a separator before 16 characters.
 */
const RANDOM_RUN = /(?=[a-z0-9]*[a-z])(?=[a-z0-9]*\d)[a-z0-9]{16}/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** True if a text looks like a key: a known prefix, a UUID, or a long run of letters and digits. */
export function looksLikeKey(text: string): boolean {
  return KNOWN_BEGINNING.test(text) || UUID.test(text) || RANDOM_RUN.test(text);
}
