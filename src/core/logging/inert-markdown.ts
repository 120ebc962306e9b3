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

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
