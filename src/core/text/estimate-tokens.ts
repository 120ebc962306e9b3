/** Estimates are computed in hundredths of a token, so that sums stay exact. */
export const COST_PER_TOKEN = 100;

/** Hundredths of a token for each kind of character in texts of ASCII. */
const LOWER_CASE = 24;
const WHITE_SPACE = 25;
/** A digit: some vocabularies have a token for each, others for up to three. */
const DIGIT = 100;
/** Characters that separate the parts of names and patterns, as in `gpt-4o-2024-08-06`. Vocabularies seldom join them with the following characters. */
const SEPARATOR = 85;
/** Capital letters and all other characters: brackets and quotation marks of JSON come several to a token. */
const OTHER = 15;

/** Latin letters beyond ASCII, Greek and Cyrillic: about two characters per token. */
const FIRST_NON_ASCII = 0x80;
const NON_ASCII = 50;
/**
 * From Armenian on (Hebrew, Arabic, the scripts of South and South East Asia, symbols, Chinese, Japanese,
 * Korean, and both halves of an emoji): one token per UTF-16 unit.
 */
const FIRST_DENSE = 0x0530;
const DENSE = 100;

const OF_ASCII = Uint8Array.from({ length: FIRST_NON_ASCII }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/[a-z]/.test(character)) return LOWER_CASE;
  if (/\d/.test(character)) return DIGIT;
  if (/[-/_.*:|@]/.test(character)) return SEPARATOR;
  return /\s/.test(character) ? WHITE_SPACE : OTHER;
});

/**
 * Estimates the tokens of a text for budgets and meters; every model counts differently. The rates were fitted to whole requests of Steward
 * (tools, prompt, a page's models): for these, the estimate is 0 to 15 % above the counts of OpenAI's vocabularies `cl100k_base` and
 * `o200k_base`, and 3 to 9 % below that of SmolLM2, which has 49,000 tokens. The rates of other scripts are at the high
 * end of common byte-pair vocabularies, since only an underestimate exceeds a budget: these encode Cyrillic
 * in about two characters per token, a Chinese character in about one token, and an emoji in two or more.
 *
 * The estimate is rounded up. It never decreases when text is appended, and never exceeds the sum of the estimates of
 * a text's parts.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(textCost(text) / COST_PER_TOKEN);
}

/** The same estimate in hundredths of a token. The sum over a text's parts equals that of the text. */
export function textCost(text: string): number {
  let hundredths = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // `OF_ASCII` has all units below FIRST_NON_ASCII.
    hundredths += OF_ASCII[unit] ?? (unit < FIRST_DENSE ? NON_ASCII : DENSE);
  }
  return hundredths;
}
