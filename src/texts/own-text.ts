declare const own: unique symbol;

/** Steward's own words: a text of the catalogue into which no text from elsewhere was inserted. */
export type OwnText = string & { readonly [own]: true };

/**
 * A text that is or contains a text from elsewhere. It is an object, so that it can't be joined to a string and lose
 * this mark.
 */
interface Foreign {
  readonly foreign: string;
}

/** A text to display: Steward's own words are a string, any other text is an object. */
export type Words = OwnText | Foreign;

/** `Text` if it can't be Steward's own words; otherwise `never`, so that passing such a text is a compile error. */
export type ForeignTo<Text extends string> = [Extract<Text, OwnText>] extends [never] ? Text : never;
