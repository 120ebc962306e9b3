import { assertNever } from '../assert-never';
import { matchesOf } from './choose-pattern';
import { describeStatus } from './describe-page';
import type { Target, Topic } from './intent';
import { listCalls, ruleListCall } from './list-calls';
import { type PageView, ruleCountsOf } from './page-view';
import { answer, callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { resolveTarget } from './resolve-target';
import { code, count, plain } from './sentence';

/** Answers from the page state, as it is when everything else is done; of providers not in view, from the tools. */
export function planStatus(topic: Topic, targets: readonly Target[], context: PlanContext): PlanItem[] {
  const { sight } = context;
  if (sight.kind === 'unseen') return [problem(`I can’t see the page: ${sight.reason}.`)];
  if (sight.page.models.kind === 'elsewhere') return planElsewhere(topic, targets, sight.page, context);
  if (topic === 'rules' && sight.page.areRulesCut && context.tools.has('list_rules'))
    return [ruleListCall(context)];
  if (targets.length === 0) return [statusItem(topic, null)];
  return targets.map((target) => {
    const result = resolveTarget(target, context);
    return 'item' in result ? result.item : statusItem(topic, result.resolved.choice);
  });
}

function planElsewhere(
  topic: Topic,
  targets: readonly Target[],
  page: PageView,
  context: PlanContext,
): PlanItem[] {
  switch (topic) {
    case 'hidden':
    case 'visible':
      return listCalls({ show: topic, isByRule: false, targets }, context);
    case 'overview':
      return [callItem(context, 'get_model_details', {}, `The question is about ${code(page.provider)}.`)];
    case 'rules': {
      if (context.tools.has('list_rules')) return [ruleListCall(context)];
      const counts = ruleCountsOf(page, page.provider);
      const known =
        counts === null
          ? 'not how many'
          : `only how many: ${count(counts.ignore, 'ignore rule')} and ${count(counts.whitelist, 'whitelist rule')}`;
      return [
        answer(
          `Which rules ${code(page.provider)} has I am not shown, ${known}. Write "switch to ${plain(page.provider)}" to see them.`,
        ),
      ];
    }
    case 'unsaved': {
      const verb = page.unsaved.includes(page.provider) ? 'has' : 'has no';
      return [answer(`${code(page.provider)} ${verb} unsaved changes.`)];
    }
    case 'providers':
      return [answer(describeStatus(topic, page, null))];
    default:
      return assertNever(topic);
  }
}

function statusItem(
  topic: Topic,
  choice: { pattern: string; named: string; carriers: string[] } | null,
): PlanItem {
  return {
    kind: 'answer',
    text: (now) => {
      if (now.kind === 'unseen') return `I can’t see the page: ${now.reason}.`;
      const { page } = now;
      if (choice === null) return describeStatus(topic, page, null);
      const listed =
        page.models.kind === 'listed' ? page.models.models.map(({ name }) => name) : choice.carriers;
      const names =
        choice.carriers.length > 0 ? choice.carriers : matchesOf(choice.pattern, { ...page, names: listed });
      return describeStatus(topic, page, { named: choice.named, names });
    },
  };
}
