import type { Message, MessagePart, Messages } from '../../src/core/text/message';
import { longestForm } from './compile-message';

/**
 * Languages made of the English texts, in which clipped and untranslated words are seen at once: `pseudo-long` has accents, brackets and
 * 40 % more letters; `pseudo-rtl` has Hebrew letters, which a browser writes from right to left.
 */
export const PSEUDO_LANGUAGES = ['pseudo-long', 'pseudo-rtl'] as const;

export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

const LETTERS: Readonly<Record<PseudoLanguage, readonly [from: string, to: string]>> = {
  'pseudo-long': [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'áƀćđéƒǧħíĵķłɱñóƥqřšťúṽŵẋýžÁƁĆĐÉƑǦĦÍĴĶŁṀÑÓƤQŘŠŤÚṼŴẊÝŽ',
  ],
  'pseudo-rtl': [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'אבצדעפגהייקלמנופחרסטוושזיזאבצדעפגהייקלמנופחרסטוושזיז',
  ],
};

/** Added part of a text's length, as in German and Russian. */
const LENGTHENING = 0.4;
const FILLING = 'ôňë ŧŵô ŧĥŕéé ƒôûŕ ƒîṽé ŝîẋ ŝéṽéñ éîǧĥŧ ñîñé ŧéñ ';

/** Texts of the browser, whose length it limits. */
const UNCHANGED = /^manifest\./;

/** Puts texts into a pseudo-language. Values, and the forms of plurals and choices, stay. */
export function pseudoMessages(messages: Messages, language: PseudoLanguage): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      UNCHANGED.test(key) ? message : pseudoMessage(message, language),
    ]),
  );
}

function pseudoMessage(message: Message, language: PseudoLanguage): Message {
  const written = withLetters(message, language);
  if (language === 'pseudo-rtl') return written;
  const added = Math.ceil(longestForm(message, ({ length }) => length, 0) * LENGTHENING);
  const filling = FILLING.repeat(Math.ceil(added / FILLING.length)).slice(0, added);
  const end = added === 0 ? ']' : ` ${filling}]`;
  return typeof written === 'string' ? `[${written}${end}` : ['[', ...written, end];
}

function withLetters(message: Message, language: PseudoLanguage): Message {
  if (typeof message === 'string') return spelled(message, language);
  return message.map((part): MessagePart => {
    if (typeof part === 'string') return spelled(part, language);
    if (part === 0 || part.length !== 3) return part;
    const [name, type, branches] = part;
    const written = Object.entries(branches).map(([form, branch]) => [form, withLetters(branch, language)]);
    return [name, type, Object.fromEntries(written)];
  });
}

function spelled(text: string, language: PseudoLanguage): string {
  const [from, to] = LETTERS[language];
  return [...text].map((letter) => [...to][from.indexOf(letter)] ?? letter).join('');
}
