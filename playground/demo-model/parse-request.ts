import { assertNever } from '../assert-never';
import type { Intent, Target } from './intent';
import type { Phrase } from './phrase';
import { readPhrase } from './read-phrase';
import { QUESTION_WORDS } from './read-question';
import { readTargets } from './read-targets';
import { type Clause, showMarks, splitClauses } from './split-clauses';

/** Longer messages aren't read: they are hardly orders to a filter. In UTF-16 units. */
export const MAX_REQUEST_LENGTH = 2_000;

const CONDITION =
  /^(?:when|later)(?=\s|$)|^(?!what\s)(?:.*\s)?(?:if|unless|until|whenever|tomorrow|tonight)(?=\s|$)/;
const CARRIES_ON = /^(?:and|also|plus|as well|same for)\b|\b(?:too|as well)[.!]?$/i;

/**
 * Reads a message as a list of intents, in the order of the text. A clause without a verb is a further target of
 * the intent before it ("block claude and gpt-3"). A condition can't be watched, so a message that holds one is
 * unclear as a whole.
 * @param earlier the message before, for one that carries on with it ("and gpt-3 too"); null if there is none.
 */
export function parseRequest(message: string, earlier: string | null): Intent[] {
  if (message.length > MAX_REQUEST_LENGTH) return [{ kind: 'unclear', text: `${message.slice(0, 60)}…` }];
  const { clauses, patterns } = splitClauses(message);
  if (clauses.some((clause) => CONDITION.test(clause.text))) return [{ kind: 'unclear', text: message }];
  const intents: Intent[] = [];
  const open =
    earlier !== null && CARRIES_ON.test(message.trim()) ? lastOpen(parseRequest(earlier, null)) : null;
  for (const clause of clauses) {
    const unclear: Intent = { kind: 'unclear', text: showMarks(clause.text, patterns) };
    const [, contrast, text = ''] = /^(?:(but not|but|except|not) )?(.*)$/.exec(clause.text) ?? [];
    const isContrast = contrast !== undefined && contrast !== 'but';
    const [order = '', ...exceptions] = text.split(/\bexcept\b/);
    const except = exceptions.flatMap((part) => readTargets(part, patterns));
    const phrase = isContrast ? null : readPhrase(order.trim());
    if (phrase !== null) intents.push(toIntent(phrase, except, patterns) ?? unclear);
    else if (!carryOn(intents, clause, contrast !== undefined, open, patterns)) intents.push(unclear);
  }
  return tidy(intents, message);
}

/** Null for exceptions from what knows none. */
function toIntent(phrase: Phrase, except: Target[], patterns: readonly string[][]): Intent | null {
  if (except.length === 0) return toPlainIntent(phrase, patterns);
  if (phrase.kind !== 'block' && phrase.kind !== 'allow') return null;
  const targets = readTargets(phrase.rest, patterns);
  const isEverything = targets.every(({ kind }) => kind === 'everything');
  if (phrase.kind === 'allow') return isEverything ? { kind: 'block', targets: except, except: [] } : null;
  return isEverything ? { kind: 'only', targets: except } : { kind: 'block', targets, except };
}

function toPlainIntent(phrase: Phrase, patterns: readonly string[][]): Intent {
  switch (phrase.kind) {
    case 'block':
      return { kind: 'block', targets: readTargets(phrase.rest, patterns), except: [] };
    case 'allow': {
      const targets = readTargets(phrase.rest, patterns);
      // A whitelist rule `*` would only cover up the ignore rules; without them everything is visible.
      return { kind: targets.some(({ kind }) => kind === 'everything') ? 'unblock' : 'allow', targets };
    }
    case 'unblock':
    case 'only':
    case 'details':
      return { kind: phrase.kind, targets: readTargets(phrase.rest, patterns) };
    case 'match':
      return { kind: 'match', targets: readTargets(phrase.rest, patterns, QUESTION_WORDS) };
    case 'explain': {
      const targets = readTargets(phrase.rest, patterns, QUESTION_WORDS);
      return targets.every(isNamed)
        ? { kind: 'explain', targets }
        : { kind: 'status', topic: 'hidden', targets: [] };
    }
    case 'status': {
      const targets = readTargets(phrase.rest, patterns, QUESTION_WORDS).filter(isNamed);
      return { kind: 'status', topic: phrase.topic, targets };
    }
    case 'remove-rules': {
      const targets = readTargets(phrase.rest, patterns, RULE_WORDS);
      const { list, isPlural, saysRule } = phrase;
      return { kind: 'remove-rules', targets, list, isPlural, saysRule };
    }
    case 'courtesy':
      return phrase;
    case 'save':
    case 'discard':
    case 'undo':
    case 'help':
      return { kind: phrase.kind };
    default:
      return assertNever(phrase);
  }
}

const RULE_WORDS = /^(?:ignore|block|whitelist|allow|rules?|patterns?|filters?|hides?|blocks?|both)$/;

function isNamed(target: Target): boolean {
  return target.kind === 'pattern' || target.kind === 'phrase';
}

/**
 * Takes a clause without a verb as a further target, or exception, of the intent before it.
 * @returns false when there is nothing that it could belong to.
 */
function carryOn(
  intents: Intent[],
  clause: Clause,
  isContrast: boolean,
  open: Intent | null,
  patterns: readonly string[][],
): boolean {
  const last = intents.at(-1) ?? open;
  if (last === null || last === undefined || clause.isSentenceStart || !('targets' in last)) return false;
  const targets = readTargets(clause.text.replace(/^(?:but not|but|except|not) /, ''), patterns);
  const isException = isContrast || (last.kind === 'block' && last.except.length > 0);
  if (isException && last.kind !== 'block') return false;
  if (intents.length === 0) intents.push(last);
  if (!isException || last.kind !== 'block') last.targets.push(...targets);
  else if (last.targets.every(({ kind }) => kind === 'everything')) {
    intents.splice(-1, 1, { kind: 'only', targets });
  } else last.except.push(...targets);
  return true;
}

/** The last intent that takes targets, with none yet. */
function lastOpen(intents: readonly Intent[]): Intent | null {
  const last = intents.findLast((intent) => 'targets' in intent);
  if (last?.kind === 'block') return { ...last, targets: [], except: [] };
  return last !== undefined && 'targets' in last ? { ...last, targets: [] } : null;
}

/** Drops what says nothing beside the rest: greetings, repetitions, pointers beside names. */
function tidy(intents: readonly Intent[], message: string): Intent[] {
  const distinct = [
    ...new Map(intents.map((intent) => [JSON.stringify(intent), withClearTargets(intent)])).values(),
  ];
  const orders = distinct.filter((intent) => intent.kind !== 'courtesy' || intent.courtesy === 'no-save');
  if (orders.length > 0) return orders;
  return distinct.length > 0 ? distinct.slice(0, 1) : [{ kind: 'unclear', text: message.trim() }];
}

function withClearTargets(intent: Intent): Intent {
  if (!('targets' in intent)) return intent;
  const named = intent.targets.filter((target) => target.kind !== 'unnamed');
  return named.length > 0 ? { ...intent, targets: named } : intent;
}
