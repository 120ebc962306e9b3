import type { Intent, Order } from './intent';
import { parseClauses } from './parse-clauses';
import { readImport } from './read-import';
import { takeScope } from './read-scope';
import { showMarks, splitClauses } from './split-clauses';

/** Longer messages aren't read: they are hardly orders to a filter. In UTF-16 units. */
export const MAX_REQUEST_LENGTH = 2_000;

const CONDITION =
  /^(?:when|later)(?=\s|$)|^(?!(?:what|preview|simulate|how many)\s)(?:.*\s)?(?:if|unless|until|whenever|tomorrow|tonight)(?=\s|$)/;
const CARRIES_ON = /^(?:and|also|plus|as well|same for|now|the same)\b|\b(?:too|as well)[.!]?$/i;
const FUMBLE = /^\s*fumble\b[:,]?\s+/i;

/** What a message is read against. */
export interface Reading {
  /** The message before, for one that carries on with it ("and gpt-3 too"); null if there is none. */
  earlier: string | null;
  /** The page's providers, which a message may name. */
  providers: readonly string[];
}

/**
 * Reads a message as a list of orders, as they stand in the text. A clause without a verb is a further target of
 * the order before it ("block claude and gpt-3"), or a further provider ("in openai and gemini"). A condition can't
 * be watched, so a message that holds one is unclear as a whole.
 */
export function parseRequest(message: string, reading: Reading): Order[] {
  if (message.length > MAX_REQUEST_LENGTH) return [unclear(`${message.slice(0, 60)}…`)];
  const imported = readImport(message);
  if (imported !== null) {
    const { scope } = takeScope(imported.head, reading.providers);
    const order: Order = { intent: imported.intent, scope, saysAll: false };
    if (imported.rest === '') return [order];
    return [order, ...parseRequest(imported.rest, { ...reading, earlier: null })];
  }
  const text = message.replace(FUMBLE, '');
  const { clauses, patterns } = splitClauses(text);
  if (clauses.some((clause) => CONDITION.test(clause.text))) return [unclear(message)];
  const orders = parseClauses(clauses, patterns, {
    providers: reading.providers,
    open: openOrder(message, reading),
    unclear: (clause) => unclear(showMarks(clause, patterns)),
  });
  return tidy(text === message ? orders : orders.map(asFumble), message);
}

/** The last order of the message before that takes targets, with none yet. */
function openOrder(message: string, { earlier, providers }: Reading): Order | null {
  if (earlier === null || !CARRIES_ON.test(message.trim())) return null;
  const last = parseRequest(earlier, { earlier: null, providers }).findLast(
    ({ intent }) => 'targets' in intent,
  );
  if (last === undefined) return null;
  const { intent } = last;
  if (intent.kind === 'block') return { ...last, intent: { ...intent, targets: [], except: [] } };
  return 'targets' in intent ? { ...last, intent: { ...intent, targets: [] } } : null;
}

function unclear(text: string): Order {
  return { intent: { kind: 'unclear', text }, scope: { kind: 'unsaid' }, saysAll: false };
}

function asFumble(order: Order): Order {
  const { intent } = order;
  return intent.kind === 'match' ? { ...order, intent: { kind: 'fumble', targets: intent.targets } } : order;
}

/** Drops what says nothing beside the rest: greetings, repetitions, pointers beside names. */
function tidy(orders: readonly Order[], message: string): Order[] {
  const distinct = [
    ...new Map(orders.map((order) => [JSON.stringify(order), withClearTargets(order)])).values(),
  ];
  const kept = distinct.filter(({ intent }) => intent.kind !== 'courtesy' || intent.courtesy === 'no-save');
  if (kept.length > 0) return kept;
  return distinct.length > 0 ? distinct.slice(0, 1) : [unclear(message.trim())];
}

function withClearTargets(order: Order): Order {
  const { intent } = order;
  if (!('targets' in intent)) return order;
  const named = intent.targets.filter((target) => target.kind !== 'unnamed');
  const clear: Intent = named.length > 0 ? { ...intent, targets: named } : intent;
  return { ...order, intent: clear };
}
