import { parseJson } from '../parse-json';

/** Most names in a list of an answer; further ones are counted. */
const MAX_NAMES = 50;

/** Formats untrusted text as a code span, so that it is not interpreted as Markdown. */
export function code(text: string): string {
  return `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', '’')}\``;
}

/** Formats a tool's message as Markdown: its JSON strings contain names and patterns, and become code spans. */
export function toolWords(message: string): string {
  const parts = message.split(/("(?:[^"\\]|\\.)*")/).map((part, at) => {
    const text = at % 2 === 1 ? parseJson(part) : null;
    return typeof text === 'string' ? code(text) : part.replaceAll(/[\\`*[\]<>#|~_]/g, '\\$&');
  });
  return parts.join('');
}

/** Joins names into a phrase: `a`, `b` and 3 more. */
export function nameList(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, MAX_NAMES).map(code);
  const rest = total - shown.length;
  const last = rest > 0 ? `${rest} more` : (shown.pop() ?? 'none');
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** A list of names in a result's data, with the full count if the list is cut. */
export function namesIn(data: Record<string, unknown>, key: string): { names: string[]; total: number } {
  const { [key]: list, [`${key}_total`]: total, [`${key}_left_out`]: leftOut } = data;
  const names = Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
  return { names, total: Number(total ?? names.length + Number(leftOut ?? 0)) };
}
