import { listedName } from './list-names';
import { nameListOf } from './read-tool-results';
import { code, nameList, plain, toolWords } from './sentence';

/** Of how many models of a list the names are told: as many as one part of it has. */
const MAX_LISTED = 100;

interface Result {
  message: string;
  data: Record<string, unknown>;
}

/** A part of a list of models: their names by the rule that decides them, and how to go on. */
export function describeModelList({ message, data }: Result): string {
  const { models, next_offset: next } = data;
  if (!Array.isArray(models)) return toolWords(message);
  const groups = new Map<string, string[]>();
  for (const entry of models) {
    const title = statusOf(entry);
    groups.set(title, [...(groups.get(title) ?? []), ...listedName(entry)]);
  }
  const lines = [...groups].map(
    ([title, names]) => `- ${title}: ${nameList(names, names.length, MAX_LISTED)}`,
  );
  const more = typeof next === 'number' ? ['', 'Write "next page" for more.'] : [];
  return [toolWords(message), ...(lines.length === 0 ? [] : ['', ...lines]), ...more].join('\n');
}

/** A part of a list of rules, and how to go on. */
export function describeRuleList({ message, data }: Result): string {
  const { rules, next_offset: next } = data;
  if (!Array.isArray(rules)) return toolWords(message);
  const lines = rules.filter(isRecord).flatMap(({ rule_type: kind, pattern }) => {
    return typeof pattern === 'string' ? [`- ${plain(String(kind))}: ${code(pattern)}`] : [];
  });
  const more = typeof next === 'number' ? ['', 'Write "next page" for more.'] : [];
  return [toolWords(message), ...(lines.length === 0 ? [] : ['', ...lines]), ...more].join('\n');
}

/** What rules would do: the counts in the tool's words, and the names. */
export function describePreview({ message, data }: Result): string {
  const parts = [
    ...names(data, 'newly_hidden', 'It would hide'),
    ...names(data, 'brought_back', 'It would bring back'),
    ...withoutEffect(data),
  ];
  return [toolWords(message), ...(parts.length === 0 ? [] : ['', ...parts])].join('\n');
}

/** What a change of many rules at once did: the tool's words, the names, and every rule that was not added, with its reason. */
export function describeBulk({ message, data }: Result): string {
  const sets = Array.isArray(data.rule_sets) ? data.rule_sets.filter(isRecord) : [data];
  const parts = [
    ...sets.flatMap((set) => {
      const on = sets.length > 1 && typeof set.provider === 'string' ? ` on ${code(set.provider)}` : '';
      return [
        ...names(set, 'newly_hidden', `Hidden now${on}`),
        ...names(set, 'brought_back', `Visible again${on}`),
        ...withoutEffect(set),
      ];
    }),
    ...notAdded(data),
  ];
  // What is left unsaved is told once, at the end of the answer.
  const words = toolWords(message.replace(SAVED_NOTE, ''));
  return [words, ...(parts.length === 0 ? [] : ['', ...parts])].join('\n');
}

const SAVED_NOTE = / (?:Not saved yet|The saved file already has it so)\.$/;

function names(data: Record<string, unknown>, key: string, title: string): string[] {
  const list = nameListOf(data, key);
  return list === null || list.total === 0 ? [] : [`- ${title}: ${nameList(list.names, list.total)}`];
}

function withoutEffect({ rules_without_effect: rules }: Record<string, unknown>): string[] {
  if (!Array.isArray(rules) || rules.length === 0) return [];
  const patterns = rules
    .filter(isRecord)
    .flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  return [`- Without effect: ${nameList(patterns)}`];
}

function notAdded({ outcomes }: Record<string, unknown>): string[] {
  if (!Array.isArray(outcomes)) return [];
  return outcomes.filter(isRecord).flatMap((outcome) => {
    const { pattern, outcome: what } = outcome;
    if (typeof pattern !== 'string' || typeof what !== 'string' || what === 'added' || what === 'kept')
      return [];
    return [`- ${code(pattern)}: ${plain(what)}${reasonOf(outcome)}`];
  });
}

function reasonOf({ covered_by: by, why }: Record<string, unknown>): string {
  if (Array.isArray(by)) return ` (by ${nameList(by.filter((entry) => typeof entry === 'string'))})`;
  return typeof why === 'string' ? ` (${plain(why)})` : '';
}

function statusOf(entry: unknown): string {
  const { status, rule } = isRecord(entry) ? entry : { status: null, rule: null };
  const verb = status === 'ignored' ? 'hidden' : status === 'whitelisted' ? 'kept visible' : 'visible';
  if (!isRecord(rule) || typeof rule.pattern !== 'string') return verb;
  return `${verb} by ${code(rule.pattern)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
