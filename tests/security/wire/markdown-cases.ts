import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MarkdownDocument } from '@/src/panel/kit/markdown/markdown-document';

/** The parts that turn a model's text into the panel's elements. */
export interface MarkdownParts {
  render(text: string): string;
}

/** The panel's own parts. */
export const PANEL_MARKDOWN: MarkdownParts = {
  // A text that is still growing is rendered by other parts.
  render: (text) =>
    [false, true]
      .map((isStreaming) => renderToStaticMarkup(createElement(MarkdownDocument, { text, isStreaming })))
      .join(''),
};

/** Ways to put a text into a Markdown answer. */
export const WRAPPINGS: readonly [name: string, wrap: (text: string) => string][] = [
  ['plain', (text) => text],
  ['in a list', (text) => `- one\n- ${text}\n  - ${text}`],
  ['in a quotation', (text) => `> ${text}\n\n> > ${text}`],
  ['in a table', (text) => `| a | b |\n| - | - |\n| ${text.replaceAll('|', '')} | x |`],
  ['in a heading', (text) => `# ${text}\n\n${text}\n===`],
  ['as an image', (text) => `![${text}](${text})`],
  ['as a link', (text) => `[${text}](<${text}>)`],
  ['as a linked image', (text) => `[![x](${text})](${text})`],
  ['as a reference', (text) => `[x][y] ![x][y]\n\n[y]: <${text}> "${text}"`],
  ['between angle brackets', (text) => `<${text}>`],
  ['in a footnote', (text) => `x[^1]\n\n[^1]: ${text}`],
  ['emphasised', (text) => `***${text}*** ~~${text}~~ \`${text}\``],
  ['in an open fence', (text) => `~~~html\n${text}`],
  ['after an open tag', (text) => `<div>\n\n${text}\n\n</div>`],
  ['as a task', (text) => `- [x] ${text}`],
  ['in an answer that isn’t finished', (text) => `![a](${text}`],
];

/** Elements that neither load nor run anything, nor lead anywhere. */
const HARMLESS_TAGS = new Set(
  'blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr input li ol p pre section span strong sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const HARMLESS_ATTRIBUTES =
  /^(class|type|title|id|start|checked|disabled|style|role|aria-[a-z]+|data-footnote[a-z-]*|node|dir|tabindex)$/;

/** The panel's icons: shapes without a reference to anything. */
const ICON_TAGS = new Set(['svg', 'path', 'rect']);
const ICON_ATTRIBUTES = /^(xmlns|width|height|viewBox|fill|stroke(-[a-z]+)?|d|x|y|rx|ry)$/;

/** Styles with fixed words and numbers: how a cell is aligned, a table's columns, the height of a part out of view. */
const HARMLESS_STYLE =
  /^(text-align:(left|right|center)|contain-intrinsic-block-size:auto \d+px|--columns:(minmax\(calc\(\d+ch \+ var\(--cell-frame\)\), calc\(\d+ch \+ var\(--cell-frame\)\)\) ?)+)$/;

/**
 * Parts of the markup that would load, run or open something by themselves. React escapes text, so it can't
 * be confused with tags.
 */
export function problemsOfMarkup(html: string): string[] {
  return [...html.matchAll(/<([a-zA-Z][^\s/>]*)((?:\s[^<>]*)?)>/g)].flatMap(
    ([, tag = '', attributes = '']) => {
      const names = [...attributes.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)];
      return [
        ...(HARMLESS_TAGS.has(tag) || ICON_TAGS.has(tag) ? [] : [`there is an element <${tag}>`]),
        ...names.flatMap(([, name = '', value = '']) => problemsOfAttribute(tag, name, value)),
      ];
    },
  );
}

function problemsOfAttribute(tag: string, name: string, value: string): string[] {
  if (ICON_TAGS.has(tag) && ICON_ATTRIBUTES.test(name)) return [];
  if (!HARMLESS_ATTRIBUTES.test(name)) return [`<${tag}> has an attribute ${name}`];
  if (name === 'style' && !HARMLESS_STYLE.test(value)) return [`<${tag}> has the style ${value}`];
  if (tag === 'input' && name === 'type' && value !== 'checkbox')
    return [`there is an input of type ${value}`];
  return [];
}
