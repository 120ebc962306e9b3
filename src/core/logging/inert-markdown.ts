import { visibleJson } from '../text/visible-json';

/** Any text as one span of code: nothing in it is Markdown or HTML, and it can't leave its line. */
export function inlineCode(text: string): string {
  const shown = visibleJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  const ticks = '`'.repeat(longestRun(shown) + 1);
  // A reader takes one blank off each side, and a span can't be empty.
  return `${ticks} ${shown} ${ticks}`;
}

/** Any text as a block of code, exactly as it is: its fence is longer than every run of backticks inside. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
