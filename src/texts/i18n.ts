import { spellOutUnseen } from '@/src/core/text/foreign-text';
import { createWording, type Wording, type WordingPart } from '@/src/core/text/wording';
import { isSaidText, type Said, say, type TextId, type TextValues } from '@/src/schema/values/said';

declare const own: unique symbol;

/** Words that Steward composed for the user. They are shown unchanged, unlike text from elsewhere. */
export type OwnText = string & { readonly [own]: true };

let wording: Wording = createWording({}, 'en', ['en']);

/** Sets the texts that this document shows. Must be called before it shows any. */
export function showTexts(chosen: Wording): void {
  wording = chosen;
}

/** The texts that this document shows. */
export function currentWording(): Wording {
  return wording;
}

/**
 * A text of the catalogue (docs/texts.md) in the language of this document, as {@link wordsOf} returns it, for a place that takes only
 * text.
 */
export function t<Id extends TextId>(id: Id, ...values: TextValues<Id>): OwnText {
  return wordsOf(say(id, ...values));
}

/** The pieces of a text in the language of this document: Steward's own words, and those from elsewhere. */
export function partsOf(said: Said): WordingPart<never>[] {
  return isSaidText(said) ? wording.parts(said.id, said.values) : [{ foreign: said }];
}

/**
 * A text in the language of this document, for a place that takes only text, such as a label. Invisible characters from elsewhere are
 * spelled out.
 */
export function wordsOf(said: Said): OwnText {
  const parts = partsOf(said).map((part) => (typeof part === 'string' ? part : spellOutUnseen(part.foreign)));
  return parts.join('') as OwnText;
}
