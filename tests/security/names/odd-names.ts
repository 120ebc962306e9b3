import fc from 'fast-check';
import { weighted } from '@/tests/fuzz/arbitraries';

/** A name with a character that makes it look like another name. */
export interface OddName {
  name: string;
  /** The character and its family. */
  odd: string;
  family: string;
  /** True if the character is invisible, so that no new rule may contain it. */
  isInvisible: boolean;
}

interface Family {
  name: string;
  isInvisible: boolean;
  characters: readonly string[];
}

const LAST_CODE_POINT = 0x10ffff;

/** All characters with a Unicode property. */
function all(property: RegExp): string[] {
  const found: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const character = isSurrogate ? '' : String.fromCodePoint(code);
    if (property.test(character)) found.push(character);
  }
  return found;
}

/** Characters to insert into a name: invisible ones, or ones that look like others. */
const INSERTED: readonly Family[] = [
  { name: 'ignorable', isInvisible: true, characters: all(/^\p{Default_Ignorable_Code_Point}$/u) },
  { name: 'bidi', isInvisible: true, characters: all(/^\p{Bidi_Control}$/u) },
  // Line breaks and surrounding spaces are refused for other reasons.
  { name: 'control', isInvisible: true, characters: all(/^\p{Cc}$/u) },
  { name: 'format', isInvisible: true, characters: all(/^\p{Cf}$/u) },
  {
    name: 'filler',
    isInvisible: true,
    characters: ['\u2800', '\u3164', '\u115f', '\u1160', '\uffa0', '\u180e'],
  },
  {
    name: 'private use',
    isInvisible: false,
    characters: all(/^\p{Co}$/u).filter((_, index) => index % 97 === 0),
  },
  { name: 'space', isInvisible: false, characters: all(/^\p{Zs}$/u).filter((space) => space !== ' ') },
];

/** By ASCII letter: letters of other alphabets that look like it. */
const TWINS: Readonly<Record<string, string>> = {
  a: '\u0430\u03b1\u0251',
  c: '\u0441\u03f2',
  e: '\u0435',
  g: '\u0261\u0581',
  i: '\u0456\u03b9\u0131',
  j: '\u0458',
  n: '\u0578',
  o: '\u043e\u03bf\u0585',
  p: '\u0440\u03c1',
  s: '\u0455',
  u: '\u03c5\u057d',
  v: '\u03bd\u0475',
  x: '\u0445\u03c7',
  y: '\u0443',
};

/** Other forms of ASCII letters and digits: full width, mathematical, Roman numerals, the Kelvin sign. */
const FORMS: ReadonlyMap<string, string[]> = byNormalForm();

function byNormalForm(): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  for (const character of all(/^[\p{Lu}\p{Ll}\p{Nl}\p{Nd}]$/u)) {
    const plain = character.normalize('NFKC');
    if (!/^[A-Za-z0-9]$/.test(plain) || character === plain) continue;
    forms.set(plain, [...(forms.get(plain) ?? []), character]);
  }
  return forms;
}

const NAMES = [
  'gpt-4o',
  'o1-preview',
  'claude-3.5-sonnet',
  'openai/gpt-4o-mini',
  'deepseek-v3',
  '*-KIMI-k2*',
];

const inserted = fc
  .tuple(fc.constantFrom(...INSERTED), fc.constantFrom(...NAMES), fc.nat(), fc.nat())
  .map(([{ name: family, isInvisible, characters }, name, which, place]): OddName => {
    const odd = characters[which % characters.length] ?? '';
    // Between two letters: surrounding spaces are refused for another reason, and between digits a space
    // groups them.
    const places = [...name].flatMap((_, at) => (/[a-z]{2}/i.test(name.slice(at - 1, at + 1)) ? [at] : []));
    const at = places[place % places.length] ?? 1;
    return { name: name.slice(0, at) + odd + name.slice(at), odd, family, isInvisible };
  });

const replaced = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(), fc.nat())
  .map(([name, place, which]): OddName => {
    const twinsOf = (letter: string) => [...(TWINS[letter] ?? ''), ...(FORMS.get(letter) ?? [])];
    const places = [...name].flatMap((letter, at) => (twinsOf(letter).length > 0 ? [at] : []));
    const at = places[place % places.length] ?? 0;
    const twins = twinsOf(name[at] ?? '');
    const odd = twins[which % twins.length] ?? '';
    return {
      name: name.slice(0, at) + odd + name.slice(at + 1),
      odd,
      family: 'look-alike',
      isInvisible: false,
    };
  });

export const oddName: fc.Arbitrary<OddName> = weighted([7, inserted], [4, replaced]);
