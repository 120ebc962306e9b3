import { parseJson } from './parse-json';

/** How many names a list in a sentence holds, unless told otherwise, before the rest is counted. */
const MAX_NAMES = 8;

/** A text from the page in a code span, so that nothing in it is read as Markdown. */
export function code(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  if (longest === 0) return `\`${plain}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${plain} ${fence}`;
}

/** A plain text with nothing in it that Markdown could read as its own, on one line. */
export function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*[\]<>#|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** A tool's message as Markdown: the JSON strings in it, which hold names and patterns, become code spans. */
export function toolWords(message: string): string {
  return message
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, at) => {
      const text = at % 2 === 1 ? parseJson(part) : null;
      return typeof text === 'string' ? code(text) : plain(part);
    })
    .join('');
}

/** "1 model", "3 models". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** "is" or "are", by number. */
export function be(number: number): string {
  return number === 1 ? 'is' : 'are';
}

/** "a", "a and b", "a, b and c". */
export function series(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * Names in a sentence: all of them, or the first few and how many more there are.
 * @param total how many there really are, where the list itself was cut.
 */
export function nameList(names: readonly string[], total = names.length, max = MAX_NAMES): string {
  const isCut = total > max + 1 || total > names.length;
  const shown = names.slice(0, isCut ? max : total).map(code);
  return isCut ? `${shown.join(', ')}, and ${total - shown.length} more` : series(shown);
}

/** A sentence's first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
