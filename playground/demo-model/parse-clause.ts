import { assertNever } from '../assert-never';
import type { Intent, Target } from './intent';
import type { Phrase } from './phrase';
import { QUESTION_WORDS } from './read-question';
import { readTargets } from './read-targets';

const RULE_WORDS = /^(?:ignore|block|whitelist|allow|rules?|patterns?|filters?|hides?|blocks?|both)$/;

/** The intent of a phrase, its models read. Null for exceptions from what knows none. */
export function toIntent(phrase: Phrase, except: Target[], patterns: readonly string[][]): Intent | null {
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
    case 'preview':
      return { kind: 'preview', list: phrase.list, targets: readTargets(phrase.rest, patterns) };
    case 'match':
      return { kind: 'match', targets: readTargets(phrase.rest, patterns, QUESTION_WORDS) };
    case 'list': {
      const targets = readTargets(phrase.rest, patterns, QUESTION_WORDS).filter(isNamed);
      return { kind: 'list', show: phrase.show, isByRule: phrase.isByRule, targets };
    }
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
    case 'switch':
      return phrase;
    case 'next-page':
    case 'refresh':
    case 'compare':
    case 'save':
    case 'discard':
    case 'undo':
    case 'help':
      return { kind: phrase.kind };
    default:
      return assertNever(phrase);
  }
}

function isNamed(target: Target): boolean {
  return target.kind === 'pattern' || target.kind === 'phrase';
}
