/** Estimates are computed in quarters of a token (one per ASCII character), so that sums stay exact. */
export const QUARTERS_PER_TOKEN = 4;

/** Latin letters beyond ASCII, Greek and Cyrillic: about two characters per token. */
const FIRST_NON_ASCII = 0x80;
/**
 * From Armenian on (Hebrew, Arabic, the scripts of South and South East Asia, symbols, Chinese, Japanese,
 * Korean, and both halves of an emoji): one token per UTF-16 unit.
 */
const FIRST_DENSE = 0x0530;

/**
 * Estimates the tokens of a text for budgets and meters; every model counts differently. Four ASCII
 * characters make a token, as OpenAI's guide to tokens states for English. The other rates are at the high
 * end of common byte-pair vocabularies, since only an underestimate exceeds a budget: these encode Cyrillic
 * in about two characters per token, a Chinese character in about one token, and an emoji in two or more.
 *
 * The estimate is rounded up. It never decreases when text is appended, and never exceeds the sum of the estimates of
 * a text's parts.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(quarterTokens(text) / QUARTERS_PER_TOKEN);
}

/** The same estimate in quarters of a token. The sum over a text's parts equals that of the text. */
export function quarterTokens(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < FIRST_NON_ASCII) quarters += 1;
    else quarters += unit < FIRST_DENSE ? 2 : QUARTERS_PER_TOKEN;
  }
  return quarters;
}
