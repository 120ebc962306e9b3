import { parseSync } from 'vite';
import { compileMessage } from '@/scripts/texts/compile-message';
import { parseTexts } from '@/scripts/texts/read-texts';
import type { Message } from '@/src/core/text/message';

/** A text that people read: a comment, a string with several words, a test's title, a paragraph. */
export interface Prose {
  kind: 'comment' | 'doc comment' | 'string' | 'title' | 'text';
  /** The line on which it begins, from 1. */
  line: number;
  /** Without comment marks; each run of white space is one blank. */
  text: string;
}

interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

interface Comment {
  type: 'Block' | 'Line';
  value: string;
  start: number;
  end: number;
}

const TITLED = ['it', 'test', 'describe'];

/** The prose of a source file, a style sheet, a page or a Markdown file. Throws if a source isn't well-formed. */
export function readProse(path: string, source: string): Prose[] {
  if (/\.[cm]?tsx?$|\.[cm]?jsx?$/.test(path)) return sourceProse(path, source);
  if (path.endsWith('.md')) return markdownProse(source);
  if (path.startsWith('locales/glossary/')) return commentProse(source, /^#(.*)|note: '([^']*)'/gm);
  if (path.endsWith('.yml')) return catalogueProse(source);
  if (path.endsWith('.css')) return commentProse(source, /\/\*([\s\S]*?)\*\//g);
  if (path.endsWith('.html')) return commentProse(source, /<!--([\s\S]*?)-->|>([^<>]*\S[^<>]*)</g);
  return [];
}

/** Every string and text of an element in a source file; what is computed inside a template is an ellipsis. In the catalogue, every text, whose substitutions are ellipses. */
export function readStrings(path: string, source: string): string[] {
  if (path.endsWith('.yml')) {
    return catalogueTexts(source).map((text) => text.replace(/\{[\w#]+\}/g, '…'));
  }
  const found: string[] = [];
  walk(parse(path, source).program as unknown as SyntaxNode, (node) => {
    const text = textOf(node);
    if (text !== null && text !== '') found.push(text);
  });
  return found;
}

/** Comments and the titles of tests; outside of `tests/` also strings and the texts of elements. */
function sourceProse(path: string, source: string): Prose[] {
  const { program, comments } = parse(path, source);
  const isTest = path.startsWith('tests/');
  const lineOf = lineFinder(source);
  const found: Prose[] = [];
  for (const { text, start, isDoc } of joinLineComments(comments, source)) {
    found.push({ kind: isDoc ? 'doc comment' : 'comment', line: lineOf(start), text: plain(text) });
  }
  walk(program as unknown as SyntaxNode, (node) => {
    const title = titleOf(node);
    if (title !== null) found.push({ kind: 'title', line: lineOf(title.start), text: title.text });
    const text = isTest ? null : textOf(node);
    if (text?.includes(' ')) {
      found.push({ kind: 'string', line: lineOf(node.start), text });
    }
  });
  return found.filter(({ text }) => text !== '');
}

function parse(path: string, source: string) {
  const parsed = parseSync(path, source);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return parsed;
}

/** Line comments on lines that follow each other are one comment. */
function joinLineComments(comments: readonly Comment[], source: string) {
  const joined: { text: string; start: number; end: number; isLine: boolean; isDoc: boolean }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${value}`;
      last.end = end;
    } else {
      joined.push({ text: value, start, end, isLine, isDoc: !isLine && value.startsWith('*') });
    }
  }
  return joined;
}

function titleOf(node: SyntaxNode): { text: string; start: number } | null {
  if (node.type !== 'CallExpression' || !TITLED.includes(calledName(node))) return null;
  const [first] = Array.isArray(node.arguments) ? node.arguments : [];
  if (!isNode(first)) return null;
  const text = textOf(first);
  return text === null ? null : { text, start: first.start };
}

/** `it` for `it(…)`, `it.each(…)(…)` and `it.skipIf(…)(…)`. */
function calledName(node: SyntaxNode): string {
  const inner = node.callee ?? node.object ?? node.tag;
  if (isNode(inner)) return calledName(inner);
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : '';
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    return typeof node.value === 'string' ? plain(node.value) : null;
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  const parts = node.quasis.map((part: { value: { cooked?: string } }) => part.value.cooked ?? '');
  return plain(parts.join('…'));
}

/** Paragraphs, list items and table rows without code; what is between `<!-- unchecked -->` and `<!-- /unchecked -->` is left out, and “(not: …)”. */
function markdownProse(source: string): Prose[] {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const checked = source
    .replace(/<!-- unchecked -->[\s\S]*?<!-- \/unchecked -->/g, blank)
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\(not: [^)]*\)/g, blank);
  return pieces(checked, /^[ \t]*\S.*\n?(?:^(?![ \t]*(?:[-*|#>]|\d+\.) ?)[ \t]*\S.*\n?)*/gm);
}

/** The texts and comments of the catalogue. */
function catalogueProse(source: string): Prose[] {
  const comments = pieces(source, /^ *# ?(.*)$/gm).map((piece): Prose => ({ ...piece, kind: 'comment' }));
  const lines = source.split('\n');
  const texts = catalogueTexts(source).map((text): Prose => {
    const line = lines.findIndex((candidate) => candidate.includes(text.slice(0, 30))) + 1;
    return { kind: 'string', line, text };
  });
  return [...comments, ...texts];
}

/** Every text of the catalogue, the branches of a plural or a choice each by themselves. */
function catalogueTexts(source: string): string[] {
  return [...parseTexts(source, 'a catalogue').values()].flatMap(({ text }) =>
    branchesOf(compileMessage(text).message),
  );
}

/** The texts that a message can be, with the names of its values in braces. */
function branchesOf(message: Message): string[] {
  if (typeof message === 'string') return [message];
  return message.reduce<string[]>(
    (starts, part) => {
      const [name, , branches] = typeof part === 'object' ? part : ['#'];
      const ends =
        typeof part === 'string'
          ? [part]
          : branches === undefined
            ? [`{${name}}`]
            : Object.values(branches).flatMap(branchesOf);
      return ends.flatMap((end) => starts.map((start) => start + end));
    },
    [''],
  );
}

function commentProse(source: string, pattern: RegExp): Prose[] {
  return pieces(source, pattern).map((piece) => ({ ...piece, kind: 'comment' }));
}

function pieces(source: string, pattern: RegExp): Prose[] {
  const lineOf = lineFinder(source);
  return [...source.matchAll(pattern)].map((match) => ({
    kind: 'text',
    line: lineOf(match.index),
    text: plain(match[1] ?? match[2] ?? match[0]),
  }));
}

function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function plain(text: string): string {
  return text
    .replace(/^[ \t]*\*+/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Gives the line, from 1, of an offset in the source. */
function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
