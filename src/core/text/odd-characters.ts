/**
 * Blank characters that Unicode doesn't class as ignorable: the Braille blank, a null notehead, a Khitan
 * filler.
 */
const BLANK = String.raw`\u2800\u{1d159}\u{16fe4}`;

/** Excludes a narrow space between groups of digits, as some languages write 1 204. */
const GROUPED = String.raw`(?!(?<=\d)\u202f(?=\d{3}(?!\d)))`;

/** Characters that are invisible, change the direction, break the line, or replace another one. */
const ODD = new RegExp(
  String.raw`${GROUPED}(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}${BLANK}]|(?! )\p{Zs})`,
  'gu',
);

/** Matches one emoji of Unicode's recommended set, including its joiners and variation selectors. */
export const EMOJI = String.raw`\p{RGI_Emoji}`;

/** Needs the flag `v`: without it, a regular expression can't match an emoji of several characters. */
const WHOLE_EMOJI = new RegExp(EMOJI, 'gv');

/**
 * Characters forbidden in new names: like {@link ODD}, but without letters that a font or a newer Unicode may have, and
 * with every space except U+0020.
 */
const UNSEEN = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}${BLANK}]|(?! )\p{Zs}`,
  'u',
);

/** Signs that look like ASCII ones and have no compatibility decomposition to them. */
const STAND_INS =
  /[\u24b6-\u24e9\u02d0\u02d7\u0589\u2010-\u2012\u2043\u2044\u204e\u2212\u2215\u2217\u2236\u201a\ua789]/gu;

const NOT_ASCII = /[^\0-\x7f]/gu;
const ASCII = /^[ -~]+$/;

/** Leading and trailing spaces, and all but the first of several. */
const EXTRA_SPACES = /^ +| +$|(?<= ) +/g;

/** A name in one or more scripts. */
const NAME = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu;
const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/u;
const ASCII_LETTER = /[A-Za-z]/;
const ASCII_DIGIT = /[0-9]/;

/** Latin letters that don't decompose to an ASCII letter and don't look like one. */
const OWN_LATIN = /[ßæœøđłþðħŋŧəÆŒØĐŁÞÐĦŊŦƏẞªº]/u;

/** Scripts with letters that look like Latin ones. */
const NEAR_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Georgian}\p{Script=Deseret}\p{Script=Osage}]/gu;

/** Letters of these scripts that look identical to Latin ones in most fonts. */
const TWIN = /[асеѕіјорхуԁһԛԝӏАВСЕЅІЈКМНОРТХУԚԜӀονραικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհϲϹ]/u;

/** Scripts whose characters don't look like Latin letters. */
const FAR_FROM_LATIN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Signs as wide as a Chinese character, and the space between words of that width: ordinary in Chinese and Japanese texts. */
const WIDE_SIGNS = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]|(?<=\S)\u3000(?=\S)/g;

/** A name with a digit and at most this many letters, such as `o1`, is too short to determine its script. */
const SHORT_NAME_LETTERS = 2;

/**
 * Finds the characters by which a name could imitate another, and returns the offset of each in UTF-16 units:
 *
 * - Invisible characters and extra spaces.
 * - Signs and letters that look like ASCII, and accents on letters that have none.
 * - Letters or digits of another script, if they are mixed with Latin letters, if all of them look like Latin letters
 *   and the text has no others of these scripts, or if they are too few to decide.
 *
 * Characters within an emoji are not odd.
 */
export function oddOffsets(original: string): Set<number> {
  const withoutEmoji = original.replace(WHOLE_EMOJI, (emoji) => '*'.repeat(emoji.length));
  const text = FAR_FROM_LATIN.test(original) ? withoutEmoji.replace(WIDE_SIGNS, '*') : withoutEmoji;
  // Beside other letters of its script, a short word such as the Russian `с` is no Latin one.
  const hasOwnLetters = text.match(NEAR_LATIN)?.some((letter) => !TWIN.test(letter)) === true;
  const odd = new Set<number>();
  for (const pattern of [ODD, STAND_INS]) for (const { index } of text.matchAll(pattern)) odd.add(index);
  for (const { index, 0: spaces } of text.matchAll(EXTRA_SPACES)) {
    for (let place = 0; place < spaces.length; place += 1) odd.add(index + place);
  }
  for (const { index, 0: character } of text.matchAll(NOT_ASCII)) {
    if (isStandIn(character) || isLooseAccent(text, index, character)) odd.add(index);
  }
  for (const { index, 0: name } of text.matchAll(NAME)) {
    for (const place of oddInName(name, hasOwnLetters)) odd.add(index + place);
  }
  return odd;
}

/** True if a character is a variant of an ASCII one, or a phonetic or extended Latin letter. */
function isStandIn(character: string): boolean {
  // Spaces are checked with their neighbours; an ellipsis, a trade mark sign and a numero sign are unambiguous.
  if (/[\p{Zs}\u2026\u2116\u2122]/u.test(character)) return false;
  if (ASCII.test(character.normalize('NFKC'))) return !OWN_LATIN.test(character);
  if (!LATIN.test(character) || OWN_LATIN.test(character)) return false;
  return !ASCII_LETTER.test(character.normalize('NFD').charAt(0));
}

/** Marks through or around another character. */
const OVERLAY = /\p{Me}|[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/u;

/**
 * True for a mark through or around another character, and for an accent on a sign, a digit, or a Latin letter that no
 * alphabet combines, such as a dot above an `i`.
 */
function isLooseAccent(text: string, index: number, character: string): boolean {
  if (!/\p{M}/u.test(character)) return false;
  if (OVERLAY.test(character)) return true;
  const before = /\p{L}\p{M}*$/u.exec(text.slice(Math.max(0, index - 8), index))?.[0];
  if (before === undefined) return /\p{Script=Inherited}/u.test(character);
  return LATIN.test(before) && /\p{M}/u.test((before + character).normalize('NFC'));
}

/** Offsets of letters and digits of other scripts that look like Latin ones in a name. */
function oddInName(name: string, hasOwnLetters: boolean): number[] {
  const letters = name.match(LETTER) ?? [];
  const hasAscii = ASCII_LETTER.test(name) || ASCII_DIGIT.test(name);
  const places: number[] = [];
  if (hasAscii) for (const { index } of name.matchAll(/(?![0-9])\p{Nd}/gu)) places.push(index);
  else if (letters.length === 0) return [];
  const isMixed = LATIN.test(name);
  const isShort =
    ASCII_DIGIT.test(name) && letters.length <= SHORT_NAME_LETTERS && !FAR_FROM_LATIN.test(name);
  if (isMixed || (!hasOwnLetters && letters.every((letter) => TWIN.test(letter)))) {
    for (const { index } of name.matchAll(NEAR_LATIN)) places.push(index);
  } else if (isShort) {
    for (const { index } of name.matchAll(LETTER)) places.push(index);
  }
  return places;
}

/**
 * The first character that a new name may not contain: an invisible one, or a space other than U+0020; null
 * if there is none.
 */
export function unseenCharacter(text: string): string | null {
  return UNSEEN.exec(text)?.[0] ?? null;
}

/** A character's code point, e.g. `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
