/** Characters that show nothing, which copying from a web page, a document or a chat leaves in a text. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** The name of an environment variable or of a setting before its value, as in `OPENAI_BASE_URL=` or `"api_key": `. */
const NAME =
  /^(?:(?:export|set|env)\s+)?["']?(?:[a-z\d]+_\w+|\w*(?:key|token|url|host|base|endpoint|address))["']?\s*(?:=|:\s)\s*(?=[^=\s])/i;

/** Removes what surrounds a value that was copied: invisible characters, the value's name, quotation marks. */
export function withoutWrapping(text: string): string {
  const visible = text.replace(INVISIBLE, '').trim();
  return visible
    .replace(NAME, '')
    .replace(/^(["'`“‘<])(.*)["'`”’>],?;?$/s, '$2')
    .trim();
}
