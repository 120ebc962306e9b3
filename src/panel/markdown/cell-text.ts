import type { ComponentProps } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { inlineOnly } from './inline-only';
import { keepWords } from './keep-words';
import { MAX_CELL_MARKS, marksIn } from './markdown-limits';
import { type HastNode, shownText } from './shown-text';

/** Plugins for a line of Markdown without blocks. */
export const linePlugins = [remarkGfm, inlineOnly, keepWords];

/** Addresses are shown unchanged; GuardedLink decides which may be opened, and images are never loaded. */
export const keepAddress: NonNullable<ComponentProps<typeof Markdown>['urlTransform']> = (address) => address;

/** Characters without which a cell is plain text: marks, and parts of addresses. */
const MARKED = /[[\]*_~`<&!\\:@]|www\./;

const CODE = /^`([^`]+)`$/;

/** A cell's text, and how it is shown. Most are plain text or code, for which the parser isn't needed. */
export function cellFormat(source: string): { text: string; style: 'plain' | 'code' | 'markdown' } {
  if (!MARKED.test(source) || marksIn(source) > MAX_CELL_MARKS) return { text: source, style: 'plain' };
  const [, code] = CODE.exec(source) ?? [];
  return code === undefined ? { text: source, style: 'markdown' } : { text: code, style: 'code' };
}

/** The text that is shown for a cell's source. */
export function cellText(source: string): string {
  const { text, style } = cellFormat(source);
  if (style !== 'markdown') return text;
  let shown = '';
  const read = () => (tree: HastNode) => {
    shown = shownText(tree);
  };
  // Called for the tree alone: this component is a pure function of its properties.
  Markdown({ children: text, remarkPlugins: linePlugins, rehypePlugins: [read], urlTransform: keepAddress });
  return shown;
}
