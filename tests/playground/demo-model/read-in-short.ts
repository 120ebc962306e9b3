import type { Intent, Order, Target } from '../../../playground/demo-model/intent';
import { parseRequest } from '../../../playground/demo-model/parse-request';
import type { Scope } from '../../../playground/demo-model/scope';

/**
 * An order in short: `block preview+ @gemini`. `+` marks a family, quotes a given pattern, `@` the providers, and `!`
 * that it speaks of all models where it names no provider, so that it is asked about.
 */
function short({ intent, scope, saysAll }: Order): string {
  const isAsked = saysAll && scope.kind === 'unsaid' && /^(?:block|allow|unblock)$/.test(intent.kind);
  return `${intentInShort(intent)}${isAsked ? ' !' : ''}${scopeInShort(scope)}`;
}

function scopeInShort(scope: Scope): string {
  switch (scope.kind) {
    case 'unsaid':
      return '';
    case 'named':
      return ` @${scope.providers.join('+')}`;
    case 'all':
      return ` @all${scope.except.map((name) => `-${name}`).join('')}`;
    default:
      return ` @${scope.kind}`;
  }
}

function intentInShort(intent: Intent): string {
  switch (intent.kind) {
    case 'block': {
      const except = intent.except.length > 0 ? ` except ${targets(intent.except)}` : '';
      return `block ${targets(intent.targets)}${except}`;
    }
    case 'status':
      return ['status', intent.topic, ...intent.targets.map(target)].join(' ');
    case 'list':
      return [
        'list',
        intent.show,
        ...(intent.isByRule ? ['by-rule'] : []),
        ...intent.targets.map(target),
      ].join(' ');
    case 'preview':
      return `preview ${intent.list} ${targets(intent.targets)}`;
    case 'import':
      return `${intent.mode} ${JSON.stringify(intent.rules)}`;
    case 'switch':
      return `switch ${intent.provider}`;
    case 'remove-rules': {
      const rule = intent.saysRule ? `${intent.list ?? 'any'} rule${intent.isPlural ? 's' : ''}` : '?';
      return `remove ${rule} ${targets(intent.targets)}`;
    }
    case 'courtesy':
      return intent.courtesy;
    case 'unclear':
      return `unclear ${intent.text}`;
    default:
      return 'targets' in intent ? `${intent.kind} ${targets(intent.targets)}` : intent.kind;
  }
}

function targets(list: readonly Target[]): string {
  return list.map(target).join(' | ');
}

function target(one: Target): string {
  switch (one.kind) {
    case 'pattern':
      return `"${one.pattern}"`;
    case 'phrase': {
      const place = one.place === 'anywhere' ? '' : `@${one.place}`;
      return `${one.words.join(' ')}${one.isFamily ? '+' : ''}${place}`;
    }
    case 'newest':
      return ['newest', one.among, ...one.words].join(' ');
    case 'everything':
      return 'EVERYTHING';
    case 'unnamed':
      return 'UNNAMED';
  }
}

/** The page's providers in these tests. */
export const PROVIDERS = ['anthropic', 'gemini', 'nvidia_nim', 'openai', 'openrouter'];

/** What a message asks for, each order in short. */
export function readInShort(message: string, earlier: string | null = null): string[] {
  return parseRequest(message, { earlier, providers: PROVIDERS }).map(short);
}
