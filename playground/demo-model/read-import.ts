import type { RuleKind } from '../filter/decide';
import type { Intent } from './intent';
import { says, WORDS } from './phrase';

/** A message that brings rules along: what its first part says, the rules, and what it asks for behind them. */
export interface ImportMessage {
  /** The words before the rules, in lower case: they may name a provider. */
  head: string;
  intent: Extract<Intent, { kind: 'import' }>;
  rest: string;
}

const POLITE = String.raw`\s*(?:(?:please|now|then|ok|okay|hi|hello|kindly|(?:can|could|would) you)[ ,]+)*`;
/** `import these rules: a, b`; the colon or the line break parts the words from the rules. */
const WITH_COLON = new RegExp(
  String.raw`^${POLITE}((?:import|paste|load|use|add|set|replace|merge|put in)\b[^:\n]*)[:\n]\s*([\s\S]+)$`,
  'i',
);
/** `import a*, b*`: without it only one verb will do, as every other is used with models. */
const WITHOUT_COLON = new RegExp(
  String.raw`^${POLITE}((?:import|paste)(?:(?: (?:these|the|following|this|ignore|block|whitelist|allow|rules?|patterns?|list))*(?=\s)))\s+([\s\S]+)$`,
  'i',
);
const THEN_SAVE = /(?:[,.;]\s*|\s+)(?:(?:and|then)\s+)+(save\b[^,\n]*)$/i;
const LABEL =
  /^\s*(?:[-*•]\s+)?(ignore|block|hide|deny|whitelist|allow|keep)(?:[- ]?list)?(?: rules?| patterns?)?\s*:\s*/i;

const SEVERAL_RULES = /\b(?:rules|patterns|filters|\w*-?lists?)\b/;
const ANY_RULES = /\b(?:import|paste|rules?|patterns?|filters?|\w*-?lists?)\b/;

/**
 * Reads a message that brings rules to be imported. Case counts in rules, so it takes the message as it was written.
 * Null when the message is no such one, or when something in it could be a sentence and no rule.
 */
export function readImport(message: string): ImportMessage | null {
  const [, head = '', tail = ''] = WITH_COLON.exec(message) ?? WITHOUT_COLON.exec(message) ?? [];
  const spoken = head.toLowerCase();
  const replaces = says('replace|replacing|instead|exactly|only|set|overwrite|overwriting', spoken);
  const isOfRules = replaces ? SEVERAL_RULES.test(spoken) : ANY_RULES.test(spoken);
  // A pattern in the words before the rules: something else is asked for, such as one rule in place of another.
  if (tail === '' || !isOfRules || /[*?"'`]/.test(spoken)) return null;
  const rest = THEN_SAVE.exec(tail)?.[1] ?? '';
  const named: RuleKind = says(`whitelist|allow|${WORDS.whitelist}`, spoken) ? 'whitelist' : 'ignore';
  const rules = readLists(tail.replace(THEN_SAVE, ''), named);
  if (rules === null) return null;
  return { head: spoken, intent: { kind: 'import', rules, mode: replaces ? 'replace' : 'merge' }, rest };
}

/** Lines or parts may say to which list they belong; until one does, `named` is meant. */
function readLists(text: string, named: RuleKind): Partial<Record<RuleKind, string[]>> | null {
  const rules: Partial<Record<RuleKind, string[]>> = {};
  let list = named;
  for (const line of text.split(/[\n;]/)) {
    const label = LABEL.exec(line);
    if (label !== null) list = /^(?:whitelist|allow|keep)$/i.test(label[1] ?? '') ? 'whitelist' : 'ignore';
    const items = itemsOf(line.slice(label?.[0].length ?? 0));
    if (items === null) return null;
    if (items.length > 0 || label !== null) rules[list] = [...(rules[list] ?? []), ...items];
  }
  return Object.values(rules).flat().length > 0 ? rules : null;
}

/** The rules of a line, without their quotes; null when one holds a blank and no quotes, so that it may be prose. */
function itemsOf(line: string): string[] | null {
  const items = line
    .replace(/^\s*(?:[-•]|\*(?=\s)|\d+[.)])\s+/, '')
    .replace(/(?<=\S)\s+and\s+(?=\S+$)/, ', ')
    .split(',')
    .map((item) => item.trim().replace(/^and\s+/i, ''))
    .map((item, at, all) => (at === all.length - 1 ? item.replace(/(?<=\S)[.!]$/, '') : item))
    .filter((item) => item !== '');
  const read = items.map((item) => /^(["'`])(.*)\1$/.exec(item)?.[2] ?? (/\s/.test(item) ? null : item));
  return read.includes(null) ? null : read.filter((item) => item !== null);
}
