import { boldPairs } from '../text/bold-pairs';
import { openableAddress } from './openable-address';

/** Properties of an mdast node that the plugin uses. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  url?: string;
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/**
 * Constructs of the parser that the plugin replaces or leaves out: emphasis, and backslashes, which regular expressions and paths need.
 */
export const NOT_AS_WRITTEN = ['attention', 'characterEscape', 'hardBreakEscape'];

/**
 * A remark plugin that keeps patterns, names and paths as they are written. It makes words between pairs of stars bold. It shows as
 * text a link or image without a complete address, such as the pattern `[45](-mini)`, and the text that follows an address without a
 * space.
 */
export function asWritten() {
  return (tree: Node, file: unknown) => writeIn(tree, String(file), false);
}

function writeIn(node: Node, source: string, isInCell: boolean): void {
  if (node.children === undefined) return;
  const isCell = isInCell || node.type === 'tableCell';
  for (const child of node.children) writeIn(child, source, isCell);
  const children = node.children.flatMap((child) =>
    isMarkAlone(child, node) ? asText(child, source) : withoutFalseLink(child, source),
  );
  for (const child of children) {
    if (isCell && child.value !== undefined) child.value = child.value.replaceAll('\\|', '|');
  }
  node.children = bold(children);
}

/** True for a list, heading or rule without text, such as the `*` of an entry that is the pattern for all models. */
function isMarkAlone({ type, children }: Node, { type: parent }: Node): boolean {
  if (type === 'thematicBreak') return parent === 'listItem';
  if (type === 'heading') return children?.length === 0;
  return type === 'list' && children?.every((item) => item.children?.length === 0) === true;
}

function asText({ position }: Node, source: string): Node {
  const written = source.slice(position?.start.offset, position?.end.offset);
  return { type: 'paragraph', children: [textOf(written)] };
}

/** The text behind an address, from the first character that no address in a sentence has: one of a script without spaces, or such a text's bracket or mark. */
const AFTER_ADDRESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3000-\u303f\uff00-\uffef“”‘’«»].*$/su;

/** Marks at the end of an address that belong to its sentence. */
const SENTENCE_END = /[*_~?!.,:;"')]+$/;

/** Replaces a link or image by text where it is none, and cuts off the text behind an address. Returns other nodes as they are. */
function withoutFalseLink(node: Node, source: string): Node[] {
  const { type, url = '', position } = node;
  if (type !== 'link' && type !== 'image') return [node];
  const written = source.slice(position?.start.offset, position?.end.offset);
  if (/^[[!<]/.test(written)) return [openableAddress(url) === null ? textOf(written) : node];
  const after = AFTER_ADDRESS.exec(written);
  if (after === null) return [node];
  const address = written.slice(0, after.index).replace(SENTENCE_END, '');
  const link = {
    ...node,
    url: url.slice(0, url.indexOf(written) + address.length),
    children: [textOf(address)],
  };
  return [link, textOf(written.slice(address.length))];
}

function textOf(value: string): Node {
  return { type: 'text', value };
}

/** Placeholder for a node that isn't text, such as code. */
const PLACE = '\ufffc';

/** The children of a node, with bold words as nodes of their own. */
function bold(children: Node[]): Node[] {
  const values = children.map(({ type, value }) => (type === 'text' ? (value ?? '') : PLACE));
  const made: Node[] = [];
  let at = 0;
  for (const { open, close } of boldPairs(values.join(''))) {
    made.push(...cut(children, values, at, open));
    made.push({ type: 'strong', children: cut(children, values, open + 2, close) });
    at = close + 2;
  }
  return at === 0 ? children : [...made, ...cut(children, values, at, Number.POSITIVE_INFINITY)];
}

/** The nodes between two offsets of the joined values. */
function cut(children: readonly Node[], values: readonly string[], from: number, to: number): Node[] {
  let start = 0;
  return children.flatMap((child, index) => {
    const value = values[index] ?? ''; // There is one for each child.
    const offset = start;
    start += value.length;
    if (child.type !== 'text') return offset >= from && offset < to ? [child] : [];
    const part = value.slice(Math.max(0, from - offset), Math.max(0, to - offset));
    return part === '' ? [] : [textOf(part)];
  });
}
