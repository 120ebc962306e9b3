import { imageLabel } from './image-label';

/** Inline code and escaped characters: Markdown in them is literal. */
const LITERAL = /(?<!`)(`+)(?!`)((?:.|\n(?!\s*\n)){1,400}?)(?<!`)\1(?!`)|\\([!-/:-@[-`{-~])/g;

const LINK = /(!?)\[([^\]\n]{0,400})\]\(([^)\n]{0,2000})\)/g;

/** Marks of emphasis, bold and struck text. */
const MARKS = /\*+|_+|~+/g;

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

/** Placeholder of a text that is kept unchanged. Its characters count neither as part of a word nor as white space. */
const KEPT = /\ue000(\d+)\ue001/g;

/**
 * The text that inline Markdown shows, without its markup. Only an approximation of the parser's result, but fast enough to read all
 * messages of a chat.
 */
export function plainText(markdown: string): string {
  const kept: string[] = [];
  const keep = (text: string) => `\ue000${kept.push(text) - 1}\ue001`;
  const text = markdown
    .replace(LITERAL, (_, _ticks, code?: string, escaped?: string) => keep(code ?? escaped ?? ''))
    .replace(LINK, (_, image, words, address) =>
      image === '' ? words : keep(`${imageLabel(words)} ${address}`),
    );
  return withoutMarks(text).replace(KEPT, (mark, index) => kept[Number(index)] ?? mark);
}

/** A run of equal marks that can open emphasis. `end` moves towards `start` as later marks close it. */
interface Opener {
  start: number;
  end: number;
}

/** Removes paired marks. Pairs them as CommonMark does: a mark before a word opens, one after a word closes. */
function withoutMarks(text: string): string {
  const removed: { start: number; end: number }[] = [];
  const openers = new Map<string, Opener[]>();
  for (const { 0: marks, index } of text.matchAll(MARKS)) {
    const mark = marks.charAt(0);
    const { canOpen, canClose } = roleOf(mark, text.charAt(index - 1), text.charAt(index + marks.length));
    const sameMark = openers.get(mark) ?? []; // No opener before.
    openers.set(mark, sameMark);
    let start = index;
    const end = index + marks.length;
    while (canClose && start < end) {
      const opener = sameMark.at(-1);
      if (opener === undefined) break;
      const count = Math.min(2, opener.end - opener.start, end - start);
      removed.push({ start: opener.end - count, end: opener.end }, { start, end: start + count });
      opener.end -= count;
      start += count;
      if (opener.start === opener.end) sameMark.pop();
      // Openers between the two paired marks can't be closed any more.
      for (const [other, list] of openers) {
        if (other !== mark) while ((list.at(-1)?.start ?? -1) > opener.start) list.pop();
      }
    }
    if (canOpen && start < end) sameMark.push({ start, end });
  }
  removed.sort((a, b) => a.start - b.start);
  let shown = '';
  let at = 0;
  for (const { start, end } of removed) {
    shown += text.slice(at, start);
    at = end;
  }
  return shown + text.slice(at);
}

function roleOf(mark: string, before: string, after: string): { canOpen: boolean; canClose: boolean } {
  const isBeforeWord = WORD.test(after);
  const isAfterWord = WORD.test(before);
  const isBeforeSpace = after === '' || SPACE.test(after);
  const isAfterSpace = before === '' || SPACE.test(before);
  // Underscores inside a word are part of a name.
  const isInWord = mark === '_' && isBeforeWord && isAfterWord;
  return {
    canOpen: !isInWord && !isBeforeSpace && (isBeforeWord || !isAfterWord),
    canClose: !isInWord && !isAfterSpace && (isAfterWord || !isBeforeWord),
  };
}
