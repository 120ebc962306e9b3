import type { MadeCall } from './read-conversation';
import { code, nameList, namesIn, toolWords } from './words';

/** Keys of the lists of names in results, with their titles. */
const NAME_LISTS: readonly (readonly [key: string, title: string])[] = [
  ['newly_hidden', 'Hidden'],
  ['brought_back', 'Visible again'],
  ['matching_models', 'Models'],
  ['ignore_rules', 'Ignore rules'],
  ['whitelist_rules', 'Whitelist rules'],
];

/** Failures which mean that the page is already as requested, or that there is nothing to find. */
const SETTLED = /^(?:already_covered|duplicate_rule|nothing_to_.*|no_match)$/;

/** True if the following calls may still be made. */
export function isSettled({ success, code: error }: MadeCall['result']): boolean {
  return success || (error !== null && SETTLED.test(error));
}

/** The report of a call: the tool's message, and the names in its data. Markdown. */
export function reportCall({ call, result }: MadeCall): string {
  const { data, message } = result;
  const lists = NAME_LISTS.flatMap(([key, title]) => {
    const { names, total } = namesIn(data, key);
    return names.length === 0 ? [] : [`- ${title}: ${nameList(names, total)}`];
  });
  const entries = [...modelsByRule(data.models), ...rulesIn(data.rules), ...rulesIn(data.outcomes)];
  const start = isSettled(result) ? '' : `${code(call.name)} did not work: `;
  return [`${start}${toolWords(message)}`, ...lists, ...entries].join('\n');
}

function modelsByRule(models: unknown): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, status, rule } of recordsIn(models)) {
    const by = isRecord(rule) ? ` by ${code(String(rule.pattern))}` : '';
    const title = `${status === 'ignored' ? 'Hidden' : 'Visible'}${by}`;
    groups.set(title, [...(groups.get(title) ?? []), String(name)]);
  }
  return [...groups].map(([title, names]) => `- ${title}: ${nameList(names)}`);
}

function rulesIn(rules: unknown): string[] {
  return recordsIn(rules).map(({ rule_type: kind, pattern, outcome }) => {
    const note = typeof outcome === 'string' ? `: ${toolWords(outcome)}` : '';
    return `- ${toolWords(String(kind))} ${code(String(pattern))}${note}`;
  });
}

function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
