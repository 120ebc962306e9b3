/** The name of the button that approves: the act, and how many calls or parts it concerns. */
export const APPROVE =
  /^(Save|Send|Run|Apply)( [\d,]+ (changes?|calls?)| [\d,]+ of [\d,]+| on [\d,]+( of [\d,]+)? sites?)?$/;

/** The name of the button that approves the first of several calls alone. */
export const APPROVE_FIRST = /^(Apply|Run) only the first$/;
