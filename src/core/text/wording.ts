import { isSaidText, type Said, type SaidValue } from '@/src/schema/values/said';
import { memberOf } from '../json-values';
import type { Message, Messages } from './message';

/** A piece of a text: Steward's own words, words from elsewhere, or an element that the caller inserts. */
export type WordingPart<Element> = string | ForeignWords | ElementPart<Element>;

/** Words from elsewhere. With `isMissing`, the name of a value that the text needs and was not given. */
interface ForeignWords {
  readonly foreign: string;
  readonly isMissing?: true;
}

/** An element to insert; `never` in a text that has none. */
type ElementPart<Element> = [Element] extends [never] ? never : { readonly element: Element };

type Values<Element> = Readonly<Record<string, SaidValue | { readonly element: Element }>>;

/** Puts texts of the catalogue into the words of one language. */
export interface Wording {
  /** BCP 47 tag of the texts. */
  readonly language: string;
  /** BCP 47 tags for `Intl`, the preferred one first. */
  readonly locales: readonly string[];
  parts<Element = never>(id: string, values: Values<Element>): WordingPart<Element>[];
  text(said: Said): string;
}

/**
 * @param messages the texts of the language
 * @param language its BCP 47 tag, which determines the forms of plurals
 * @param locales tags for numbers and lists, such as `de-AT` for texts in `de`
 */
export function createWording(messages: Messages, language: string, locales: readonly string[]): Wording {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat([...locales]);
  // The English of the texts has no comma before “and”.
  const listLocale = language === 'en' ? 'en-GB' : language;
  const all = new Intl.ListFormat(listLocale);
  const any = new Intl.ListFormat(listLocale, { type: 'disjunction' });
  // Chinese and Japanese full stops are as wide as a character, and need no space.
  const betweenSentences = /^(?:ja|zh)\b/.test(language) ? '' : ' ';

  function parts<Element>(id: string, values: Values<Element>): WordingPart<Element>[] {
    const message = memberOf(messages, id);
    if (message !== null) return joined(partsOf(message, values, 0));
    // A text of another version of Steward: its id and its values are all that is known of it.
    return [{ foreign: Object.keys(values).length === 0 ? id : `${id} ${JSON.stringify(values)}` }];
  }

  function partsOf<Element>(
    message: Message,
    values: Values<Element>,
    count: number,
  ): WordingPart<Element>[] {
    if (typeof message === 'string') return [message];
    return message.flatMap((part): WordingPart<Element>[] => {
      if (typeof part === 'string') return [part];
      if (part === 0) return [numbers.format(count)];
      const [name, type, branches] = part;
      const value = memberOf(values, name) ?? undefined;
      if (branches === undefined)
        return type === 'number' ? [numbers.format(Number(value))] : valueParts(value, name);
      const chosen =
        memberOf(branches, type === 'plural' ? `=${value}` : String(value)) ??
        (type === 'plural' ? branches[plurals.select(Number(value))] : undefined);
      return partsOf(chosen ?? branches.other ?? '', values, type === 'plural' ? Number(value) : count);
    });
  }

  function valueParts<Element>(
    value: Values<Element>[string] | undefined,
    name: string,
  ): WordingPart<Element>[] {
    if (value === undefined) return [{ foreign: name, isMissing: true }];
    if (typeof value === 'number') return [String(value)];
    if (typeof value === 'string') return [{ foreign: value }];
    if (isSaidText(value)) return parts(value.id, value.values);
    if ('element' in value) return [value as ElementPart<Element>];
    if ('inTurn' in value) return sentenceParts(value.inTurn);
    return 'anyOf' in value ? listParts(any, value.anyOf) : listParts(all, value);
  }

  function sentenceParts(sentences: readonly Said[]): WordingPart<never>[] {
    return sentences.flatMap((said, index) => {
      const own = valueParts<never>(said, '');
      if (index === sentences.length - 1) return own;
      // A fact without a full stop would run into the next one.
      return [...own, SENTENCE_END.test(wording.text(said)) ? betweenSentences : ' · '];
    });
  }

  function listParts(format: Intl.ListFormat, items: readonly Said[]): WordingPart<never>[] {
    return format.formatToParts(items.map((_, index) => String(index))).flatMap(({ type, value }) => {
      const item = type === 'element' ? items[Number(value)] : value;
      return type === 'literal' || item === undefined ? [value] : valueParts<never>(item, value);
    });
  }

  const wording: Wording = {
    language,
    locales,
    parts,
    text: (said) =>
      typeof said === 'string'
        ? said
        : parts(said.id, said.values)
            .map((part) => (typeof part === 'string' || !('foreign' in part) ? part : part.foreign))
            .join(''),
  };
  return wording;
}

/** The end of a sentence, also within quotation marks or brackets. */
const SENTENCE_END = /[.!?…:。！？：]\p{P}*$/u;

/** Joins Steward's own words that follow each other. */
function joined<Element>(parts: readonly WordingPart<Element>[]): WordingPart<Element>[] {
  const found: WordingPart<Element>[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part;
    else found.push(part);
  }
  return found;
}
