import { visibleJson } from '../text/visible-json';

/** Formats any text as one code span: nothing in it is Markdown or HTML, and it stays on one line. */
export function inlineCode(text: string): string {
  const shown = visibleJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  const ticks = '`'.repeat(longestRun(shown) + 1);
  // Renderers remove one space from each side, and a span can't be empty.
  return `${ticks} ${shown} ${ticks}`;
}

/** Formats any text as a code block, unchanged: its fence is longer than every run of backticks inside. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The first line of a code block. */
const FENCE = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#.-]*)/;

/**
 * Matches the characters that are escaped: the first one of an image, an HTML tag or a fence, and the bracket at
 * the end of a link's text if its address isn't one of the web.
 */
const LIVE = /!(?=\[)|<(?=[a-z/!?])|\](?=\((?!https?:\/\/|mailto:)|:(?! https?:\/\/))|`(?=``)|~(?=~~)/gi;

/**
 * Formats text that is Markdown itself, so that a viewer loads nothing and follows only links of the web: anything
 * else is shown as it is written. Code blocks are written with fences of their own, so that each viewer sees the
 * same lines as code.
 */
export function inertMarkdown(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/);
  const parts: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [opening, indent = '', fence = '', language = ''] = FENCE.exec(line) ?? [];
    if (opening === undefined) {
      parts.push(inertLine(line));
      continue;
    }
    const closing = new RegExp(`^[ \\t]*${fence}${fence.charAt(0)}*[ \\t]*$`);
    const end = lines.findIndex((one) => closing.test(one));
    const code = lines.splice(0, end < 0 ? lines.length : end);
    lines.shift();
    const unindented = code.map((one) =>
      one.startsWith(indent) ? one.slice(indent.length) : one.trimStart(),
    );
    // With more than three spaces before it, the block could be read as part of a paragraph.
    const shown = indent.includes('\t') ? '   ' : indent.slice(0, 3);
    parts.push(codeBlock(unindented.join('\n'), language).replace(/^(?=.)/gm, shown));
  }
  return parts.join('\n');
}

function inertLine(line: string): string {
  // Inside a code span, an escape would be visible. If the span needs one, its backticks are escaped, too, so that
  // it is no code.
  return line
    .replace(/(?<![`\\])(`{1,2})(?!`)([^`]+)\1(?!`)/g, (span, _ticks, code: string) =>
      code.search(LIVE) < 0 ? span : span.replaceAll('`', '\\`'),
    )
    .replace(LIVE, (first) => (first === '<' ? '&lt;' : `${first}\\`));
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
