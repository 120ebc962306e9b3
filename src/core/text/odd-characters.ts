/** Characters that nobody sees, that turn or break the line, or that stand for another one. Spaces between digits group them. */
const ODD =
  /(?!(?<=\d)[\u00a0\u202f](?=\d))(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs})/gu;

/** Letters, digits and signs of other blocks that look like those of ASCII: full width, mathematical, or single ones. */
const STAND_INS =
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}\u24b6-\u24e9\u0131\u0237\u0251\u0261\u0269\u01c0\u02d0\u02d7\u037e\u0589\u2010-\u2012\u2024\u2044\u2043\u204e\u2212\u2215\u2217\u2236\u201a\ua789]/gu;

/** Letters and digits beyond ASCII, any of which may be one of ASCII in another form: Roman numerals, the Kelvin sign. */
const FORMS = /(?!\p{ASCII})[\p{Lu}\p{Ll}\p{Nl}\p{Nd}]/gu;
const ASCII_LETTER_OR_DIGIT = /^[A-Za-z0-9]$/;

/** Spaces at the ends, and all but the first of several. */
const EXTRA_SPACES = /^ +| +$|(?<= ) +/g;

/** A name as people read it, of one or more alphabets. */
const NAME = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu;
const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/u;

/** Alphabets with letters that look like Latin ones. */
const NEAR_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Georgian}\p{Script=Deseret}\p{Script=Osage}]/gu;

/** Those of their letters that can't be told from Latin ones in most fonts. */
const TWIN = /[асеѕіјорхуԁһԛԝӏАВСЕЅІЈКМНОРТХУԚԜӀονραικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհ]/u;

/**
 * Where in a text stand characters by which a name could pose as another: unseen ones, spaces beyond single ones, signs
 * that stand for ASCII, and letters of an alphabet near Latin where they are mixed with Latin or all look like it.
 * Offsets in UTF-16 units, each of a whole character.
 */
export function oddOffsets(text: string): Set<number> {
  const odd = new Set<number>();
  for (const pattern of [ODD, STAND_INS]) for (const { index } of text.matchAll(pattern)) odd.add(index);
  for (const { index, 0: character } of text.matchAll(FORMS)) {
    if (ASCII_LETTER_OR_DIGIT.test(character.normalize('NFKC'))) odd.add(index);
  }
  for (const { index, 0: spaces } of text.matchAll(EXTRA_SPACES)) {
    for (let place = 0; place < spaces.length; place += 1) odd.add(index + place);
  }
  for (const { index, 0: name } of text.matchAll(NAME)) {
    const letters = name.match(LETTER) ?? [];
    if (!LATIN.test(name) && !letters.every((letter) => TWIN.test(letter))) continue;
    for (const { index: place } of name.matchAll(NEAR_LATIN)) odd.add(index + place);
  }
  return odd;
}

/** Odd characters that take up room: private ones, those without a meaning yet, and spaces. */
const SEEN = /(?!\p{Default_Ignorable_Code_Point})[\p{Co}\p{Cn}\p{Zs}]/u;

/** The first character of a text that no new name may hold: a control character or one that nobody sees; null if there is none. */
export function unseenCharacter(text: string): string | null {
  for (const [character] of text.matchAll(ODD)) if (!SEEN.test(character)) return character;
  return null;
}

/** A character by its number, e.g. `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
