import { choosePattern } from './choose-pattern';
import type { Order, Target } from './intent';
import { type PageView, viewElsewhere } from './page-view';
import { planIntent } from './plan-intent';
import { answer, type PlanContext, type PlanItem, problem } from './plan-item';
import { planNewest } from './plan-newest';
import { providerQuestion } from './provider-question';
import { providersOf, type Scope } from './scope';
import { nameList, plain } from './sentence';

/**
 * What is to be done about one order, for the providers that it means. When it speaks of all models and doesn't say
 * of which provider, that is asked first.
 */
export function planOrder(order: Order, context: PlanContext): PlanItem[] {
  if (context.sight.kind === 'unseen') {
    if (order.scope.kind === 'unsaid') return planIntent(order.intent, context);
    return [problem(`I can’t tell which providers there are: ${context.sight.reason}.`)];
  }
  const { page } = context.sight;
  return byProvider(order, page).flatMap(({ intent, scope, saysAll }) => {
    const question = questionAbout({ intent, scope, saysAll }, page);
    if (question !== null) return [question];
    const contexts = contextsFor(scope, context, page);
    if (contexts.length === 0) return [problem('There is no other provider, so there is nothing to do.')];
    if (intent.kind === 'only' && intent.targets.some(({ kind }) => kind === 'newest')) {
      return planNewest(intent.targets, contexts);
    }
    return joined(contexts.map((one) => planIntent(intent, one)));
  });
}

/** Asks which provider is meant, where an order could be for one or for all and would change different things. */
export function questionAbout({ intent, scope, saysAll }: Order, page: PageView): PlanItem | null {
  if (scope.kind !== 'unsaid' || !saysAll || page.providers.length < 2) return null;
  if (intent.kind !== 'block' && intent.kind !== 'allow' && intent.kind !== 'unblock') return null;
  const own = page.provider.toLowerCase();
  const isSaid = intent.targets.every((target) => target.kind === 'phrase' && target.words.includes(own));
  const isUnnamed = intent.targets.some(({ kind }) => kind === 'unnamed' || kind === 'newest');
  return isSaid || isUnnamed ? null : providerQuestion(intent, page);
}

/** An order whose words name a provider that isn't in view, as they name no model there, is about that provider. */
function byProvider(order: Order, page: PageView): Order[] {
  const { intent, scope } = order;
  const isPlain = intent.kind === 'block' ? intent.except.length === 0 : intent.kind !== 'only';
  if (scope.kind !== 'unsaid' || !('targets' in intent) || !isPlain) return [order];
  const meant = intent.targets.map((target) => impliedProvider(target, page));
  if (meant.every((one) => one === null)) return [order];
  return intent.targets.map((target, at): Order => {
    const implied = meant[at] ?? null;
    if (implied === null) return { ...order, intent: { ...intent, targets: [target] } };
    const named: Scope = { kind: 'named', providers: [implied.provider] };
    return { ...order, intent: { ...intent, targets: [implied.target] }, scope: named };
  });
}

function impliedProvider(target: Target, page: PageView): { provider: string; target: Target } | null {
  if (target.kind !== 'phrase' || page.models.kind !== 'listed') return null;
  const provider = page.providers.find((name) => target.words.includes(name.toLowerCase()));
  if (provider === undefined || provider === page.provider) return null;
  const names = page.models.models.map(({ name }) => name);
  if (choosePattern(target, { ...page, names }).kind !== 'other-provider') return null;
  const words = target.words.filter((word) => word !== provider.toLowerCase());
  return { provider, target: words.length === 0 ? { kind: 'everything' } : { ...target, words } };
}

function contextsFor(scope: Scope, context: PlanContext, page: PageView): PlanContext[] {
  if (scope.kind === 'unsaid') return [context];
  const providers = providersOf(scope, page);
  return providers.map((provider) => ({
    ...context,
    provider,
    isOneOfMany: providers.length > 1,
    sight: provider === page.provider ? context.sight : { kind: 'seen', page: viewElsewhere(page, provider) },
  }));
}

/** Plans for several providers as one: where no model fits is told once, and is no failure if it is not everywhere. */
function joined(plans: readonly PlanItem[][]): PlanItem[] {
  const [first = [], ...others] = plans;
  if (others.length === 0) return first;
  const items = plans.flat();
  const missing = new Map<string, string[]>();
  for (const item of items) {
    if (item.kind !== 'problem' || item.noMatch === null) continue;
    const { named, provider } = item.noMatch;
    missing.set(named, [...(missing.get(named) ?? []), provider]);
  }
  const rest = items.filter((item) => item.kind !== 'problem' || item.noMatch === null);
  return [...rest, ...[...missing].map(([named, providers]) => missingItem(named, providers, plans.length))];
}

function missingItem(named: string, providers: readonly string[], total: number): PlanItem {
  const text = `I found no model with "${plain(named)}" in its name on`;
  if (providers.length === total)
    return problem(`${text} any of the ${total} providers, so I left that part alone.`);
  return answer(`${text} ${nameList(providers)}, so nothing was done there.`);
}
