import { keyPattern } from './key-formats';
import { isSensitiveParameter, sensitivityOf } from './sensitive-name';

// Every repetition is bounded or ends at a character that starts no other match: these run over page text,
// which may be crafted to make them slow.

/** `scheme://name:password@host`. */
const USER_INFO = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"'<>?#]{1,2000}@/gi;

/** `?key=…` in an address, `API_KEY=…` elsewhere. */
const NAMED = /([?&;#]?)([\w.~%-]{1,60})=([^&;#\s"'<>]+)/g;

/** `"password": "…"` in text that isn't JSON as a whole. */
const QUOTED = /"([^"\\]{1,60})"(\s{0,8}:\s{0,8})"((?:[^"\\]|\\[\s\S])+)"/g;

/** A header with its value. The id of a key's entry, such as `gemini-api-key:1a2b3c4d`, is no header. */
const HEADER_LINE =
  /\b((?:proxy-)?authorization|(?:x-)?api-key(?!:[\da-f]{8}(?!\w))|(?:set-)?cookie)(\s{0,4}:\s{0,4})[^\s"][^\r\n"]*/gi;

/**
 * Matches a scheme with its credential, which must contain a digit, padding or mixed case: "basic understanding" is
 * not a credential.
 */
const SCHEME =
  /\b([Bb]earer|[Bb]asic|BEARER|BASIC)(\s{1,4})(?=\S{0,200}(?:[\d=]|[a-z][A-Z]))[\w~+/.=-]{8,4000}/g;

const KNOWN_KEYS = keyPattern(16, 'g');

/** A private key in PEM, whole or without its end. Line breaks may be blanks or escapes of JSON. */
const PEM =
  /-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){1,20000}-----END[^-]{0,60}-----|(?:(?:\s|\\[rn]){0,8}[\w+/=]{16,2000}){1,500})/g;

/** Replaces everything that looks like a credential by `mark`. */
export function withoutSecretPatterns(text: string, mark: string): string {
  return replaceSecretPatterns(text, () => mark);
}

/** Replaces everything that looks like a credential by what `markOf` returns for it. */
export function replaceSecretPatterns(text: string, markOf: (secret: string) => string): string {
  /** Replaces only the secret in a match; the texts before and after it stay. */
  const between = (whole: string, before: string, after: string) =>
    before + markOf(whole.slice(before.length, whole.length - after.length)) + after;
  return text
    .replace(PEM, markOf)
    .replace(USER_INFO, (whole: string, scheme: string) => between(whole, scheme, '@'))
    .replace(QUOTED, (whole: string, name: string, colon: string) =>
      sensitivityOf(name) === 'open' ? whole : between(whole, `"${name}"${colon}"`, '"'),
    )
    .replace(NAMED, (whole: string, separator: string, name: string, value: string) => {
      const isSensitive = separator === '' ? isSecretAssignment(name, value) : isSensitiveParameter(name);
      return isSensitive ? between(whole, `${separator}${name}=`, '') : whole;
    })
    .replace(HEADER_LINE, (whole: string, name: string, colon: string) => between(whole, name + colon, ''))
    .replace(SCHEME, (whole: string, name: string, space: string) => between(whole, name + space, ''))
    .replace(KNOWN_KEYS, markOf);
}

function isSecretAssignment(name: string, value: string): boolean {
  const sensitivity = sensitivityOf(name);
  return sensitivity === 'secret' || (sensitivity === 'token' && !/^\d+$/.test(value));
}
