import type { Scope } from './scope';

const AT = '(?:in|on|at|for|of|from|under|across|by) ';
const HERE = words(
  `here|(?:${AT})?(?:this|the current|the shown) (?:provider|page)|(?:${AT})?the (?:one|provider) in view|in view`,
);
const OTHERS = words(`(?:${AT})?(?:(?:all|every|each)(?: of)? )?(?:the |my )?other providers?`);
const ALL = words(
  `everywhere(?: else)?|(?:${AT})?(?:all|every|each|any|both)(?: of)?(?: (?:the|my|our|these))?(?: \\d+)? providers?(?:'s?)?|(?:per|by) provider`,
);
/** Answers only: there "all" can mean nothing else. */
const ALL_OF_THEM = words('all|every|each|everywhere|both|all of them|every one|everything');
const THIS_ONE = words(`${HERE.source}|this|this one|current|the one|just (?:this|that) one|that one`);

/** Takes what says which providers are meant out of a clause (lower case, single blanks). */
export function takeScope(clause: string, providers: readonly string[]): { scope: Scope; rest: string } {
  const [named, withoutNames] = take(clause, providers, (name) => [
    `${AT}(?:the )?(?:provider )?${name}(?:'s)?(?: provider)?`,
    `the ${name} provider|provider ${name}|${name}'s`,
  ]);
  if (named.length > 0) return { scope: { kind: 'named', providers: named }, rest: withoutNames };
  const without = (expression: RegExp) => tidy(clause.replace(expression, ' '));
  if (HERE.test(clause)) return { scope: { kind: 'here' }, rest: without(HERE) };
  if (OTHERS.test(clause)) return { scope: { kind: 'others' }, rest: without(OTHERS) };
  if (ALL.test(clause)) return { scope: { kind: 'all', except: [] }, rest: without(ALL) };
  return { scope: { kind: 'unsaid' }, rest: clause };
}

/** The providers that a text names, and nothing else; null when it says more, or names none. */
export function readProviders(text: string, providers: readonly string[]): string[] | null {
  const [named, rest] = take(tidy(text), providers, (name) => [
    `(?:${AT})?(?:the )?${name}(?:'s)?(?: provider)?`,
  ]);
  return named.length > 0 && /^(?:(?:and|or|&) ?|, ?)*$/.test(rest) ? named : null;
}

/** What a person's answer to the question "which provider?" says; null when it says something else. */
export function readScopeAnswer(text: string, providers: readonly string[]): Scope | null {
  const answer = tidy(
    text
      .toLowerCase()
      .replaceAll('\u2019', "'")
      .replaceAll(/[`"“”.!?;:()]/g, ' '),
  );
  const [meant = '', taken = ''] = answer.split(/\b(?:except|but not|apart from|other than|without)\b/);
  const [named, rest] = take(meant.replaceAll(',', ' '), providers, (name) => [name]);
  if (!ANSWER_WORDS.test(rest)) return null;
  if (named.length > 0) return { kind: 'named', providers: named };
  if (OTHERS.test(meant)) return { kind: 'others' };
  if (ALL_OF_THEM.test(meant) || ALL.test(meant)) {
    const [except] = take(taken, providers, (name) => [name]);
    return { kind: 'all', except };
  }
  return THIS_ONE.test(meant) ? { kind: 'here' } : null;
}

/** An answer holds nothing else: more words are another request. */
const ANSWER_WORDS =
  /^(?:(?:for|in|on|at|of|to|the|a|an|and|only|just|please|do|it|that|this|one|ones|here|current|shown|page|provider|providers|view|all|them|my|those|these|\d+|every|each|everywhere|everything|both|other|others|yes|ok|okay|i|mean|meant|thanks|use) ?)*$/;

/** Cuts the names of providers out of a text, wherever they stand in one of these forms. */
function take(
  text: string,
  providers: readonly string[],
  forms: (name: string) => string[],
): [named: string[], rest: string] {
  let rest = text;
  const named: string[] = [];
  // The longest first, so that no name is found within another.
  for (const provider of [...providers].sort((left, right) => right.length - left.length)) {
    const name = provider
      .toLowerCase()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/[_\s-]/g, '[_ -]');
    const expression = words(forms(name).join('|'));
    if (!expression.test(rest)) continue;
    rest = rest.replace(expression, ' ');
    named.push(provider);
  }
  return [providers.filter((provider) => named.includes(provider)), tidy(rest)];
}

function words(alternatives: string): RegExp {
  return new RegExp(`(?<=^|\\s)(?:${alternatives})(?=\\s|$)`);
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
