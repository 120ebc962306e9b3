/** Models named in a sentence: by a pattern, or by words in their names. */
export type Target = { pattern: string } | NamedModels;

/** Words in the names of models. `isFamily` is true if several models are meant, as in "gpt-4o models". */
export type NamedModels = { words: readonly string[]; isFamily: boolean };

/** One request of a message. */
export interface Clause {
  /** Text without politeness and providers; a private-use character replaces each pattern. */
  text: string;
  /** The providers that the request names; null if it names none. */
  providers: readonly string[] | null;
}

const FIRST_PATTERN = 0xe000;
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"/g;
/** A word with wildcards, without trailing punctuation. */
const WILDCARDS = /[^\s,]*(?:[*?]|\[[^\]\s]+\])[^\s,]*[^\s,.;:!?)]|[^\s,]*(?:\*|\[[^\]\s]+\])/g;
/** Words that start a request, so that a comma or "and" before one ends the previous request. */
const VERB =
  '(?:block|hide|ignore|exclude|disable|allow|whitelist|permit|keep|unblock|unhide|only|remove|delete|clear|import|list|show|tell me|why is|what|which|switch|go|refresh|reload|save|discard|compare|undo|summarize|sum)(?![^\\s.;!?,])';
const BOUNDARY = new RegExp(
  `[.;!?]+(?:\\s+|$)|\\n+|,?\\s+(?:and then|then|and)\\s+(?=${VERB})|,\\s*(?=${VERB})`,
  'i',
);
const POLITE =
  /^ ?(?:(?:please|hi|hello|now|then|(?:can|could|would) you|i want to|i'd like to|let's|tell me)(?:[ ,]+|$))*|(?:[ ,]+(?:please|now|thanks))?[ ,:]*$/gi;
/**
 * Words that change the meaning of a sentence or refer to something else. Requests with one of them are not understood.
 */
const NOT_SUPPORTED =
  /n't$|^(?:except|excluding|unless|but|not|no|never|without|others?|than|besides|instead|if|when|whenever|until|while|or|nor|only|a|an|all|every|each|any|some|one|first|last|new|newer|newest|latest|current|old|older|oldest|most|it|its|them|they|this|that|these|those|same|rest|else|nothing|none|who|whose|with|in|on|at|for|from|to|of|by|is|are|be|models?|ones?|rules?)$/i;
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+-]*$/u;
const TARGET =
  /^(?:(all|every|each|any) )?(?:the |my )?(?:\d+ (?=\S+ models?$))?(.+?)( (?:models?|ones|versions?|variants?|family))?$/i;
const MAX_WORDS = 4;

/** Splits a message into requests, and extracts the patterns that it quotes literally. */
export function readSentence(message: string, providers: readonly string[]) {
  const patterns: string[] = [];
  const hold = (pattern: string) => String.fromCharCode(FIRST_PATTERN + patterns.push(pattern) - 1);
  const clauses = message
    .replaceAll(/[\uE000-\uF8FF]/g, '')
    .replaceAll('\u2019', "'")
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(QUOTED, (_, inTicks?: string, inQuotes?: string) => hold(inTicks ?? inQuotes ?? ''))
    .replaceAll(WILDCARDS, hold)
    .split(BOUNDARY)
    .map((clause) => clause.replaceAll(POLITE, ''))
    .filter((clause) => clause !== '');
  return { clauses: clauses.map((clause) => takeProviders(clause, providers)), patterns };
}

/** Removes "in gemini", "in openai and gemini" or "in all providers" from a clause. */
function takeProviders(clause: string, providers: readonly string[]): Clause {
  const literal = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const longestFirst = [...providers].sort((left, right) => right.length - left.length);
  const one = `(?:${longestFirst.map(literal).join('|')})`;
  const at = '(?:in|on|at|for|of|from|across) ';
  const all = `everywhere|(?:${at})?(?:all|every|each|per)(?: the)? providers?`;
  const place = new RegExp(` (?:${all}|${at}(${one}(?:(?:,? and |, )${one})*))(?= |$)`, 'i');
  const [match = null, named] = place.exec(clause) ?? [];
  if (match === null) return { text: clause, providers: null };
  const text = clause.replace(match, '');
  return { text, providers: named === undefined ? providers : providersIn(named, providers) };
}

function providersIn(text: string, providers: readonly string[]): string[] {
  const names = text.toLowerCase().split(/,? and |, /);
  return providers.filter((name) => names.includes(name.toLowerCase()));
}

/** The models that a part of a clause names; null if it contains anything else. */
export function readTargets(what: string, patterns: readonly string[]): Target[] | null {
  const targets = what.split(/,? and |, /i).map((part) => readTarget(part, patterns));
  return targets.includes(null) ? null : targets.filter((target) => target !== null);
}

function readTarget(part: string, patterns: readonly string[]): Target | null {
  if (/^(?:everything|(?:all|every)(?: the)? models?)$/i.test(part)) return { pattern: '*' };
  const [, all, words = '', family] = TARGET.exec(part) ?? [];
  const pattern = words.length === 1 ? patterns[words.charCodeAt(0) - FIRST_PATTERN] : undefined;
  if (pattern !== undefined) return { pattern };
  const list = words.split(' ');
  const isRead = list.every((word) => PLAIN_WORD.test(word) && !NOT_SUPPORTED.test(word));
  const isFamily = all !== undefined || family !== undefined;
  return isRead && list.length <= MAX_WORDS ? { words: list, isFamily } : null;
}

/** The providers that the answer to "Which provider?" names; null if it contains anything else. */
export function readAnswer(answer: string, providers: readonly string[]): string[] | null {
  const text = answer.toLowerCase().replaceAll(/^only |\.$/g, '');
  if (/^(?:all(?: \d+)? providers|all|everywhere)$/.test(text)) return [...providers];
  const found = providersIn(text, providers);
  return found.length === text.split(/,? and |, /).length ? found : null;
}
