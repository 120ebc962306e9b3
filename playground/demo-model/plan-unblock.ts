import type { Target } from './intent';
import { decideNames, type PageView, ruleCountsOf } from './page-view';
import { callItem, type PlanContext, type PlanItem } from './plan-item';
import { planForTarget, type Resolved } from './resolve-target';
import { code, nameList } from './sentence';

/**
 * Brings models back: by taking away the ignore rules that hide them, if that brings back nothing else; otherwise
 * by a whitelist rule.
 */
export function planUnblock(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target) =>
    planForTarget(target, context, (resolved) => unblock(resolved, context)),
  );
}

function unblock({ choice, names, reason }: Resolved, context: PlanContext): PlanItem[] {
  const { sight } = context;
  const allow = callItem(context, 'add_whitelist_rule', { pattern: choice.pattern }, reason);
  if (sight.kind === 'unseen') return [allow];
  const { page } = sight;
  const removal = (patterns: readonly string[], why: string) =>
    patterns.map((pattern) => callItem(context, 'remove_ignore_rule', { pattern }, why));
  if (page.ignore.includes(choice.pattern) && choice.how !== 'everything') {
    return removal(
      [choice.pattern],
      `The ignore rule ${code(choice.pattern)} is what is in the way, so it can go.`,
    );
  }
  if (page.models.kind !== 'listed' || names === null || page.areRulesCut) {
    if (choice.how !== 'everything') return [allow];
    // Which rules another provider has isn't shown, only how many.
    if (page.models.kind === 'elsewhere') {
      const isKnownEmpty = ruleCountsOf(page, page.provider)?.ignore === 0;
      const why = 'Everything is to be visible, so all ignore rules go.';
      return isKnownEmpty ? [nothingHidden(page)] : [callItem(context, 'clear_all_ignore_rules', {}, why)];
    }
    return page.ignore.length === 0
      ? [nothingHidden(page)]
      : removal(page.ignore, 'Everything is to be visible, so all ignore rules go.');
  }
  const wanted = new Set(choice.carriers);
  const hidden = page.models.models.filter((model) => model.isHidden && wanted.has(model.name));
  if (hidden.length === 0) return [nothingHidden(page, choice.named)];
  const rules = rulesThatHide(wanted, names, page);
  if (rules !== null && rules.length > 0) {
    return removal(rules, `Nothing else is hidden by ${nameList(rules)}, so removing is enough.`);
  }
  const why = `${reason} The ignore rules in the way hide other models too, so a whitelist rule is the narrower way.`;
  return [callItem(context, 'add_whitelist_rule', { pattern: choice.pattern }, why)];
}

/** The ignore rules without which these models, and no others, become visible; null when there are none such. */
function rulesThatHide(
  wanted: ReadonlySet<string>,
  names: readonly string[],
  page: PageView,
): string[] | null {
  let { ignore } = page;
  for (;;) {
    const models = decideNames(names, { ...page, ignore });
    const culprits = new Set(
      models.filter(({ name, isHidden }) => isHidden && wanted.has(name)).map(({ rule }) => rule?.pattern),
    );
    if (culprits.size === 0) {
      const visible = models.filter((model) => !model.isHidden);
      const before = new Set(
        decideNames(names, page)
          .filter((model) => !model.isHidden)
          .map(({ name }) => name),
      );
      const broughtBack = visible.filter(({ name }) => !before.has(name));
      return broughtBack.every(({ name }) => wanted.has(name))
        ? page.ignore.filter((pattern) => !ignore.includes(pattern))
        : null;
    }
    ignore = ignore.filter((pattern) => !culprits.has(pattern));
  }
}

function nothingHidden(page: PageView, named: string | null = null): PlanItem {
  const which = named === null || named === 'everything' ? 'Nothing' : `Nothing of ${code(named)}`;
  return {
    kind: 'answer',
    text: () => `${which} is hidden on ${code(page.provider)}, so there is nothing to bring back.`,
  };
}
