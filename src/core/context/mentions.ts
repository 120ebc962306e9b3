import { visibleJson } from '../text/visible-json';

/** The name of a part of the page in a message, such as `@model:openai/gpt-4o` or `@section:"Team limits"`. */
export interface Mention {
  kind: string;
  name: string;
  /** As it is written in the message. */
  mention: string;
}

/** A name that needs no quotation marks. It doesn't end with punctuation, which would belong to the sentence. */
const BARE = String.raw`[\p{L}\p{N}_*/+-](?:[\p{L}\p{N}_*/+.:?-]*[\p{L}\p{N}_*/+-])?`;
const BARE_NAME = new RegExp(`^(?:${BARE})$`, 'u');
/** Matches a mention. An at sign within a word, as in an e-mail address, begins none. */
const MENTIONS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.+-])@([a-z]+):("(?:[^"\\\n]|\\[^\n])*"|${BARE})`,
  'gu',
);

/** The text by which a message mentions a part. `kind`: letters from a to z. */
export function mentionOf(kind: string, name: string): string {
  return `@${kind}:${BARE_NAME.test(name) ? name : visibleJson(name)}`;
}

/** The mentions of parts of these kinds in a text, each part once, in order. */
export function mentionsIn(text: string, kinds: readonly string[]): Mention[] {
  const found = new Map<string, Mention>();
  for (const [mention, kind = '', written = ''] of text.matchAll(MENTIONS)) {
    const name = written.startsWith('"') ? unquoted(written) : written;
    if (name === null || !kinds.includes(kind)) continue;
    const key = `${kind}:${name}`;
    if (!found.has(key)) found.set(key, { kind, name, mention });
  }
  return [...found.values()];
}

/** Null if the text between the quotation marks is no JSON. */
function unquoted(written: string): string | null {
  try {
    return String(JSON.parse(written));
  } catch {
    // Not a mention, but the user's own text in quotation marks.
    return null;
  }
}
