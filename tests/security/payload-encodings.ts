/** Letters as Morse code; other characters become a slash. */
export function toMorse(text: string): string {
  return [...text.toLowerCase()].map((character) => MORSE[character] ?? '/').join(' ');
}

/** ROT13: each Latin letter shifted by thirteen places. */
export function toRot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCodePoint((((letter.codePointAt(0) ?? first) - first + 13) % 26) + first);
  });
}

/** Letters replaced by digits that look like them. */
export function toLeet(text: string): string {
  return text.replaceAll(/[aeiost]/g, (letter) => LEET[letter] ?? letter);
}

/** Latin letters replaced by Cyrillic ones that look alike. */
export function toHomoglyphs(text: string): string {
  return text.replaceAll(/[aceopxy]/g, (letter) => HOMOGLYPHS[letter] ?? letter);
}

/** ASCII in full-width forms. */
export function toFullWidth(text: string): string {
  return moved(text, 0xfee0);
}

/** ASCII as invisible characters of the tag block. */
export function toTagCharacters(text: string): string {
  return moved(text, 0xe0000);
}

/** Letters as regional-indicator emoji. */
export function toEmojiLetters(text: string): string {
  return text.replaceAll(
    /[a-z]/g,
    (letter) => `${String.fromCodePoint((letter.codePointAt(0) ?? 97) + 0x1f185)} `,
  );
}

/** With a separator between each two characters. */
export function spread(text: string, between: string): string {
  return [...text].join(between);
}

/** The UTF-8 bytes of a text, in base64 or hex. */
export function toBytes(text: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(text, 'utf8').toString(encoding);
}

function moved(text: string, by: number): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by));
}

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };

const HOMOGLYPHS: Readonly<Record<string, string>> = {
  a: '\u0430',
  c: '\u0441',
  e: '\u0435',
  o: '\u043e',
  p: '\u0440',
  x: '\u0445',
  y: '\u0443',
};

const MORSE: Readonly<Record<string, string>> = {
  a: '.-',
  b: '-...',
  c: '-.-.',
  d: '-..',
  e: '.',
  f: '..-.',
  g: '--.',
  h: '....',
  i: '..',
  j: '.---',
  k: '-.-',
  l: '.-..',
  m: '--',
  n: '-.',
  o: '---',
  p: '.--.',
  q: '--.-',
  r: '.-.',
  s: '...',
  t: '-',
  u: '..-',
  v: '...-',
  w: '.--',
  x: '-..-',
  y: '-.--',
  z: '--..',
  _: '..--.-',
};
