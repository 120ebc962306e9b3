import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { markdownBlocks } from '@/src/panel/markdown/markdown-blocks';
import { MarkdownView } from '@/src/panel/markdown/markdown-view';

/** The parts that turn a model's text into the panel's elements. */
export interface MarkdownParts {
  render(text: string): string;
}

/** The panel's own parts. */
export const PANEL_MARKDOWN: MarkdownParts = {
  render: (text) =>
    markdownBlocks(text)
      .map((block) => renderToStaticMarkup(createElement(MarkdownView, { text: block })))
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
  /^(class|type|title|id|start|checked|disabled|style|aria-[a-z]+|data-footnote[a-z-]*|node)$/;

/**
 * Parts of the markup that would load, run or open something by themselves. React escapes text, so it can't
 * be confused with tags.
 */
export function problemsOfMarkup(html: string): string[] {
  return [...html.matchAll(/<([a-zA-Z][^\s/>]*)((?:\s[^<>]*)?)>/g)].flatMap(
    ([, tag = '', attributes = '']) => {
      const names = [...attributes.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)];
      return [
        ...(HARMLESS_TAGS.has(tag) ? [] : [`there is an element <${tag}>`]),
        ...names.flatMap(([, name = '', value = '']) => problemsOfAttribute(tag, name, value)),
      ];
    },
  );
}

function problemsOfAttribute(tag: string, name: string, value: string): string[] {
  if (!HARMLESS_ATTRIBUTES.test(name)) return [`<${tag}> has an attribute ${name}`];
  if (name === 'style' && !/^text-align:(left|right|center)$/.test(value))
    return [`<${tag}> has the style ${value}`];
  if (tag === 'input' && name === 'type' && value !== 'checkbox')
    return [`there is an input of type ${value}`];
  return [];
}
