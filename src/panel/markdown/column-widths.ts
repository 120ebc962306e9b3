/** Limits of a column's width in characters: at least, and at most, while the table has room. */
const MIN_CHARS = 3;
const MAX_MIN_CHARS = 16;
const MAX_CHARS = 32;

/** Room for later rows, such as those with longer numbers. */
const SPARE_CHARS = 3;

/** Characters twice as wide as others: those of Chinese, Japanese and Korean, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\p{Extended_Pictographic}]/gu;

/** Characters of Markdown that aren't shown. */
const MARKS = /[*_`~]/g;

/**
 * The tracks of a table's columns in CSS. They depend on the header and the first rows only, so that later rows don't
 * move them, and each row can be laid out on its own. Longer words are wrapped.
 */
export function columnTracks(rows: readonly (readonly string[])[], columns: number): string {
  return Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const longest = Math.max(...cells.map(widthOf));
    const longestWord = Math.max(...cells.flatMap((cell) => cell.split(/[\s-]+/)).map(widthOf));
    const min = clamp(longestWord, MIN_CHARS, MAX_MIN_CHARS);
    return `minmax(${trackWidth(min)}, ${trackWidth(clamp(longest + SPARE_CHARS, min, MAX_CHARS))})`;
  }).join(' ');
}

function trackWidth(chars: number): string {
  return `calc(${chars}ch + var(--cell-frame))`;
}

function widthOf(text: string): number {
  return text.replace(MARKS, '').length + (text.match(WIDE)?.length ?? 0);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
