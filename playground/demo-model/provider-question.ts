import type { Intent, Target } from './intent';
import type { PageView } from './page-view';
import type { PlanItem } from './plan-item';
import { PROVIDER_QUESTION } from './read-conversation';

/** As many as the tool for questions takes, and as long as it takes them. */
const MAX_CHOICES = 6;
const MAX_CHOICE_LENGTH = 80;
/** Of a pattern in the question, in UTF-16 units; the whole question has room for some of them. */
const MAX_TARGET_LENGTH = 60;
const MAX_TARGETS = 3;

const VERBS = { block: 'hide', allow: 'always allow', unblock: 'bring back' } as const;

/** Asks for which provider an order is meant; the one in view and all of them are the first choices. */
export function providerQuestion(
  intent: Extract<Intent, { kind: keyof typeof VERBS }>,
  { provider, providers }: PageView,
): Extract<PlanItem, { kind: 'question' }> {
  const shown = intent.targets.slice(0, MAX_TARGETS).map(inWords);
  const what = intent.targets.length > MAX_TARGETS ? `${shown.join(', ')} and more` : shown.join(', ');
  const others = providers.filter((name) => name !== provider);
  return {
    kind: 'question',
    text: `${PROVIDER_QUESTION} I am to ${VERBS[intent.kind]} ${what}. The page shows ${provider}, one of ${providers.length} providers.`,
    choices: [`Only ${provider}`, `All ${providers.length} providers`, ...others]
      .filter((choice) => choice.length <= MAX_CHOICE_LENGTH)
      .slice(0, MAX_CHOICES),
  };
}

function inWords(target: Target): string {
  switch (target.kind) {
    case 'pattern':
      return `“${target.pattern.slice(0, MAX_TARGET_LENGTH)}”`;
    case 'phrase':
      return `${target.words.join(' ').slice(0, MAX_TARGET_LENGTH)} models`;
    default:
      return 'all models';
  }
}
