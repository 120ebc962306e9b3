declare const own: unique symbol;

/** Steward's own words: a text of the catalogue, without texts from elsewhere in it. */
export type OwnText = string & { readonly [own]: true };

/** A text that is or contains a text from elsewhere. It has to be displayed as such, so it is no string that could be joined to others. */
interface Foreign {
  readonly foreign: string;
}

/** A text to display, which says of itself whether it is Steward's own. */
export type Words = OwnText | Foreign;

/** The type itself, unless it is or may be Steward's own words. */
export type ForeignTo<Text extends string> = [Extract<Text, OwnText>] extends [never] ? Text : never;
