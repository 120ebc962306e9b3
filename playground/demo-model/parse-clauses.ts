import type { Order } from './intent';
import { toIntent } from './parse-clause';
import { readPhrase } from './read-phrase';
import { readPlacePhrase } from './read-place-phrase';
import { readProviders, takeScope } from './read-scope';
import { readTargets, saysAll } from './read-targets';
import type { Scope } from './scope';
import type { Clause } from './split-clauses';

/** What the clauses of a message are read with. */
interface Surroundings {
  providers: readonly string[];
  /** What a message that carries on goes on with. */
  open: Order | null;
  unclear(clause: string): Order;
}

const PLEASE = /^(?:please|pls|kindly)$/;

/** Reads the clauses one by one; each begins an order or adds to the one before it. */
export function parseClauses(
  clauses: readonly Clause[],
  patterns: readonly string[][],
  surroundings: Surroundings,
): Order[] {
  const { providers } = surroundings;
  const orders: Order[] = [];
  let ahead: Scope = { kind: 'unsaid' };
  for (const clause of clauses.filter(({ text }) => !PLEASE.test(text))) {
    const placed = readPlacePhrase(clause.text);
    if (placed !== null) {
      const intent = toIntent(placed, [], patterns);
      if (intent !== null) orders.push({ intent, scope: { kind: 'unsaid' }, saysAll: false });
      // What follows "switch to gemini" is about gemini.
      if (placed.kind === 'switch') ahead = readPlace(placed.provider, providers);
      continue;
    }
    const taken = takeScope(clause.text, providers);
    const isJustPlace = taken.scope.kind !== 'unsaid' && taken.rest === '';
    if (isJustPlace) {
      if (clause.isSentenceStart || !addPlace(orders, taken.scope)) ahead = taken.scope;
      continue;
    }
    if (clause.isSentenceStart && !orders.some(({ intent }) => intent.kind === 'switch')) {
      ahead = { kind: 'unsaid' };
    }
    const scope = taken.scope.kind === 'unsaid' ? ahead : taken.scope;
    const read = readClause({ ...clause, text: taken.rest }, orders, scope, patterns, surroundings);
    if (read === null) {
      // What is compared may be two things: "the page and the file".
      const isCompared = orders.at(-1)?.intent.kind === 'compare' && !clause.isSentenceStart;
      if (!isCompared) orders.push(surroundings.unclear(clause.text));
    } else if (read !== 'carried') {
      orders.push(read);
      ahead = read.scope;
    }
  }
  return orders;
}

/** A new order, or `carried` when the clause went to the one before; null when it is neither. */
function readClause(
  clause: Clause,
  orders: Order[],
  scope: Scope,
  patterns: readonly string[][],
  { providers, open }: Surroundings,
): Order | 'carried' | null {
  const [, contrast, text = ''] = /^(?:(but not|but|except|not) )?(.*)$/.exec(clause.text) ?? [];
  const isContrast = contrast !== undefined && contrast !== 'but';
  const [order = '', ...exceptions] = text.split(/\bexcept\b/);
  const phrase = isContrast ? null : readPhrase(order.trim());
  if (phrase === null) {
    const isCarried = carryOn(orders, clause, contrast !== undefined, { open, providers, patterns });
    return isCarried ? 'carried' : null;
  }
  const places = exceptions.map((part) => readProviders(part, providers));
  const isAll = scope.kind === 'all';
  const narrowed: Scope = isAll
    ? { kind: 'all', except: [...scope.except, ...places.flatMap((place) => place ?? [])] }
    : scope;
  const except = exceptions
    .filter((_, at) => !isAll || places[at] === null)
    .flatMap((part) => readTargets(part, patterns));
  const intent = toIntent(phrase, except, patterns);
  return intent === null ? null : { intent, scope: narrowed, saysAll: saysAll(order) };
}

/**
 * Takes a clause without a verb as a further target, exception or provider of the order before it.
 * @returns false when there is nothing that it could belong to.
 */
function carryOn(
  orders: Order[],
  clause: Clause,
  isContrast: boolean,
  {
    open,
    providers,
    patterns,
  }: { open: Order | null; providers: readonly string[]; patterns: readonly string[][] },
): boolean {
  const order = orders.at(-1) ?? open;
  if (order === null || order === undefined || clause.isSentenceStart || !('targets' in order.intent))
    return false;
  const { intent: last, scope } = order;
  const text = clause.text.replace(/^(?:but not|but|except|not) /, '');
  const places = readProviders(text, providers);
  if (places !== null && scope.kind === 'named' && !isContrast)
    return addPlace(orders, { kind: 'named', providers: places });
  if (places !== null && scope.kind === 'all' && (isContrast || scope.except.length > 0)) {
    order.scope = { kind: 'all', except: [...scope.except, ...places] };
    return true;
  }
  const targets = readTargets(text, patterns);
  const isException = isContrast || (last.kind === 'block' && last.except.length > 0);
  if (isException && last.kind !== 'block') return false;
  if (orders.length === 0) orders.push(order);
  if (!isException || last.kind !== 'block') last.targets.push(...targets);
  else if (last.targets.every(({ kind }) => kind === 'everything')) order.intent = { kind: 'only', targets };
  else last.except.push(...targets);
  return true;
}

/** Adds a provider to an order that names some ("in openai and in gemini"), or gives one to an order without. */
function addPlace(orders: Order[], scope: Scope): boolean {
  const last = orders.at(-1);
  if (last === undefined) return false;
  const { scope: before } = last;
  if (before.kind === 'named' && scope.kind === 'named') {
    last.scope = { kind: 'named', providers: [...new Set([...before.providers, ...scope.providers])] };
  } else last.scope = scope;
  return true;
}

function readPlace(text: string, providers: readonly string[]): Scope {
  const named = readProviders(text, providers);
  return named === null ? { kind: 'unsaid' } : { kind: 'named', providers: named };
}
