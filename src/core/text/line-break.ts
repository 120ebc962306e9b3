/** Matches each line break of Unicode: a text with one has several lines for a model or an editor, even if it isn't `\n`. */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
