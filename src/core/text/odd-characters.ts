/** Characters without a picture that Unicode doesn't count as ignorable: the Braille blank, a null notehead, a Khitan filler. */
const BLANK = String.raw`\u2800\u{1d159}\u{16fe4}`;

/** A narrow space that groups digits, as some languages write 1 204. */
const GROUPED = String.raw`(?!(?<=\d)\u202f(?=\d{3}(?!\d)))`;

/** Characters that are invisible, change the direction, break the line, or replace another one. */
const ODD = new RegExp(
  String.raw`${GROUPED}(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}${BLANK}]|(?! )\p{Zs})`,
  'gu',
);

/** What no new name may hold: as ODD, without letters that a font or a newer Unicode may have, and with every space but one. */
const UNSEEN = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}${BLANK}]|(?! )\p{Zs}`,
  'u',
);

/** Signs of other blocks that look like those of ASCII, and have no compatibility form that says so. */
const STAND_INS =
  /[\u24b6-\u24e9\u02d0\u02d7\u0589\u2010-\u2012\u2043\u2044\u204e\u2212\u2215\u2217\u2236\u201a\ua789]/gu;

const NOT_ASCII = /[^\0-\x7f]/gu;
const ASCII = /^[ -~]+$/;

/** Spaces at the ends, and all but the first of several. */
const EXTRA_SPACES = /^ +| +$|(?<= ) +/g;

/** A name as people read it, of one or more alphabets. */
const NAME = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu;
const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/u;
const ASCII_LETTER = /[A-Za-z]/;
const ASCII_DIGIT = /[0-9]/;

/** Latin letters that don't decompose to an ASCII letter and aren't mistaken for one. */
const OWN_LATIN = /[ßæœøđłþðħŋŧəÆŒØĐŁÞÐĦŊŦƏẞªº]/u;

/** Alphabets with letters that look like Latin ones. */
const NEAR_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Georgian}\p{Script=Deseret}\p{Script=Osage}]/gu;

/** Those of their letters that can't be told from Latin ones in most fonts. */
const TWIN = /[асеѕіјорхуԁһԛԝӏАВСЕЅІЈКМНОРТХУԚԜӀονραικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհϲϹ]/u;

/** Scripts whose characters aren't mistaken for Latin letters. */
const FAR_FROM_LATIN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** A name with a digit and no more letters than these is too short to tell its alphabet by: `o1`. */
const SHORT_NAME_LETTERS = 2;

/**
 * Where in a text stand characters by which a name could pose as another: unseen ones, spaces beyond single ones, signs
 * and letters that stand for ASCII, accents on letters that have none, and letters or digits of another alphabet where
 * they are mixed with Latin, all look like it, or are too few to tell. Offsets in UTF-16 units, each of a whole character.
 */
export function oddOffsets(text: string): Set<number> {
  const odd = new Set<number>();
  for (const pattern of [ODD, STAND_INS]) for (const { index } of text.matchAll(pattern)) odd.add(index);
  for (const { index, 0: spaces } of text.matchAll(EXTRA_SPACES)) {
    for (let place = 0; place < spaces.length; place += 1) odd.add(index + place);
  }
  for (const { index, 0: character } of text.matchAll(NOT_ASCII)) {
    if (isStandIn(character) || isLooseAccent(text, index, character)) odd.add(index);
  }
  for (const { index, 0: name } of text.matchAll(NAME)) {
    for (const place of oddInName(name)) odd.add(index + place);
  }
  return odd;
}

/** Whether a character is another form of an ASCII one, or a Latin letter of phonetics or of an extension. */
function isStandIn(character: string): boolean {
  // Spaces are judged with their neighbours; an ellipsis or a trade mark sign is read as what it is.
  if (/[\p{Zs}\u2026\u2122]/u.test(character)) return false;
  if (ASCII.test(character.normalize('NFKC'))) return !OWN_LATIN.test(character);
  if (!LATIN.test(character) || OWN_LATIN.test(character)) return false;
  return !ASCII_LETTER.test(character.normalize('NFD').charAt(0));
}

/** Whether an accent sits on a Latin letter that no alphabet writes so: a dot above an `i` that has one. */
function isLooseAccent(text: string, index: number, character: string): boolean {
  if (!/\p{M}/u.test(character)) return false;
  const before = /\p{L}\p{M}*$/u.exec(text.slice(Math.max(0, index - 8), index))?.[0] ?? '';
  return LATIN.test(before) && /\p{M}/u.test((before + character).normalize('NFC'));
}

/** Offsets of letters and digits of other alphabets that pose as Latin ones in a name. */
function oddInName(name: string): number[] {
  const letters = name.match(LETTER) ?? [];
  const hasAscii = ASCII_LETTER.test(name) || ASCII_DIGIT.test(name);
  const places: number[] = [];
  if (hasAscii) for (const { index } of name.matchAll(/(?![0-9])\p{Nd}/gu)) places.push(index);
  else if (letters.length === 0) return [];
  const isMixed = LATIN.test(name);
  const isShort =
    ASCII_DIGIT.test(name) && letters.length <= SHORT_NAME_LETTERS && !FAR_FROM_LATIN.test(name);
  if (isMixed || letters.every((letter) => TWIN.test(letter))) {
    for (const { index } of name.matchAll(NEAR_LATIN)) places.push(index);
  } else if (isShort) {
    for (const { index } of name.matchAll(LETTER)) places.push(index);
  }
  return places;
}

/** The first character that no new name may contain: an invisible one, or a space other than U+0020; null if there is none. */
export function unseenCharacter(text: string): string | null {
  return UNSEEN.exec(text)?.[0] ?? null;
}

/** A character by its number, e.g. `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
