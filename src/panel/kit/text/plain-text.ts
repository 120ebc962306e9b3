import { openableAddress } from '../markdown/openable-address';
import { boldPairs } from './bold-pairs';
import { imageLabel } from './image-label';

/** Inline code: Markdown in it is literal. */
const CODE = /(?<!`)(`+)(?!`)((?:.|\n(?!\s*\n)){1,400}?)(?<!`)\1(?!`)/g;

const LINK = /(!?)\[([^\]\n]{0,400})\]\(([^)\n]{0,2000})\)/g;

const STRUCK = /(?<!~)~~(?=[^\s~])((?:.|\n(?!\s*\n)){1,400}?)(?<=[^\s~])~~(?!~)/g;

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
    .replace(CODE, (_, _ticks, code: string) => keep(code))
    .replace(LINK, (written, image, words, address) => {
      if (openableAddress(address) === null) return keep(written);
      return image === '' ? words : keep(`${imageLabel(words)} ${address}`);
    })
    .replace(STRUCK, '$1');
  return withoutBold(text).replace(KEPT, (mark, index) => kept[Number(index)] ?? mark);
}

function withoutBold(text: string): string {
  const marks = boldPairs(text).flatMap(({ open, close }) => [open, close]);
  let shown = '';
  let at = 0;
  for (const mark of marks) {
    shown += text.slice(at, mark);
    at = mark + 2;
  }
  return shown + text.slice(at);
}
