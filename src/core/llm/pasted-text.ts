/** Invisible characters. A text that was copied from a web page, a document or a chat may contain them. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** The name of an environment variable or of a setting before its value, as in `OPENAI_BASE_URL=` or `"api_key": `. */
const NAME =
  /^(?:(?:export|set|env)\s+)?["']?(?:[a-z\d]+_\w+|\w*(?:key|token|url|host|base|endpoint|address))["']?\s*(?:=|:\s)\s*(?=[^=\s])/i;

/** Removes invisible characters, the name of the value, and quotation marks from a text that was copied. */
export function withoutWrapping(text: string): string {
  const visible = text.replace(INVISIBLE, '').trim();
  return visible
    .replace(NAME, '')
    .replace(/^(["'`“‘<])(.*)["'`”’>],?;?$/s, '$2')
    .trim();
}
