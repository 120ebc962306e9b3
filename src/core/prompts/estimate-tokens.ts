/** Beyond ASCII, and below the East Asian scripts: a token holds about two characters. */
const FIRST_NON_ASCII = 0x80;
/** From the CJK radicals on, Hangul and the halves of emoji included: about one token for each UTF-16 unit. */
const FIRST_DENSE = 0x2e80;

/**
 * About how many tokens a text takes; an estimate for budgets and meters, since every model counts differently. Four
 * ASCII characters make a token, two of other alphabets, one of Chinese, Japanese, Korean or an emoji's half; rounded
 * up. Never shrinks when text is added, and never exceeds the sum over a text's parts.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < FIRST_NON_ASCII) quarters += 1;
    else quarters += unit < FIRST_DENSE ? 2 : 4;
  }
  return Math.ceil(quarters / 4);
}
