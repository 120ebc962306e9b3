/**
 * Says which documents may be an adapter's pages. The content script has the signs of all adapters, and loads the page half
 * of one only into a document with its sign: so a sign is a few lines.
 */
export interface PageSign {
  /**
   * True if the adapter takes any page that no other adapter has. It is not tried on a page that another adapter
   * recognizes but can't work with, so that the user reads the reason of the other.
   */
  readonly takesAnyPage?: true;
  /**
   * A selector of the element at whose end a document with the sign shows the button that opens Steward. Undefined for pages
   * without such a place.
   */
  readonly buttonPlace?: string;
  /** True if the document may be one of the adapter's pages. A document may get the sign later, and lose it. */
  isIn(document: Document): boolean;
}
