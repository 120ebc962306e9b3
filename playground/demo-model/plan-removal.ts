import { assertNever } from '../assert-never';
import type { RuleKind } from '../filter/decide';
import { carriesWords, exactName } from './choose-pattern';
import type { Intent, Target } from './intent';
import type { PageView } from './page-view';
import { callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { planClear } from './plan-rule-lists';
import { code, nameList, plain, series } from './sentence';

type Removal = Extract<Intent, { kind: 'remove-rules' }>;

interface PageRule {
  kind: RuleKind;
  pattern: string;
  /** As the page state labels it: `i1`, `w2`. */
  label: string;
}

/** One removing call for each rule that is meant. Where one rule is asked for and several could be meant, it asks. */
export function planRemoval(removal: Removal, context: PlanContext): PlanItem[] {
  const { sight } = context;
  if (sight.kind === 'unseen') return [problem(`I can’t tell which rules there are: ${sight.reason}.`)];
  const { page } = sight;
  return removal.targets.flatMap((target) => {
    if (target.kind === 'unnamed') {
      return [
        problem('I can’t tell which rule you mean. Name it, for example "remove the rule `*-preview*`".'),
      ];
    }
    const cleared =
      target.kind === 'everything' && removal.saysRule ? planClear(removal.list, context) : null;
    if (cleared !== null) return cleared;
    return page.models.kind === 'elsewhere'
      ? removeElsewhere(target, removal, page, context)
      : removeShown(target, removal, page, context);
  });
}

function removeShown(
  target: Target,
  { list, isPlural, saysRule }: Removal,
  page: PageView,
  context: PlanContext,
): PlanItem[] {
  const rules = rulesOf(page).filter((rule) => list === null || rule.kind === list);
  const meant = saysRule ? rulesMeant(target, rules, page) : rulesNamed(target, rules);
  if (meant.length === 0 && !saysRule) return [problem(modelsOrRulesText(target))];
  if (meant.length === 0) return [problem(noRuleText(target, rules, list))];
  if (meant.length > 1 && !isPlural && target.kind !== 'everything') {
    return [problem(`Several rules could be meant: ${series(meant.map(ruleText))}. Say which, or "all".`)];
  }
  return meant.map((rule) =>
    callItem(
      context,
      removing(rule.kind),
      { pattern: rule.pattern },
      `The ${ruleText(rule)} is on the page and is to go.`,
    ),
  );
}

/** The rules of a provider that isn't in view are only counted, so one of them has to be named as it is. */
function removeElsewhere(
  target: Target,
  { list, saysRule }: Removal,
  { provider }: PageView,
  context: PlanContext,
): PlanItem[] {
  if (target.kind === 'pattern' && saysRule) {
    const reason = `The rule ${code(target.pattern)} of ${code(provider)} is named as it is.`;
    return [callItem(context, removing(list ?? 'ignore'), { pattern: target.pattern }, reason)];
  }
  return [
    problem(
      `The page shows me only how many rules ${code(provider)} has. Write "switch to ${plain(provider)}" first, or name one as it is, for example "remove the rule \`*-preview*\` in ${plain(provider)}".`,
    ),
  ];
}

function removing(kind: RuleKind): 'remove_ignore_rule' | 'remove_whitelist_rule' {
  return kind === 'ignore' ? 'remove_ignore_rule' : 'remove_whitelist_rule';
}

function rulesOf(page: PageView): PageRule[] {
  const labelled = (kind: RuleKind, letter: string) =>
    page[kind].map((pattern, index) => ({ kind, pattern, label: `${letter}${index + 1}` }));
  return [...labelled('ignore', 'i'), ...labelled('whitelist', 'w')];
}

/** By label, by text, by words in the text, or, for a model's name, the rule that decides the model. */
function rulesMeant(target: Target, rules: readonly PageRule[], page: PageView): PageRule[] {
  switch (target.kind) {
    case 'unnamed':
    case 'newest':
      return [];
    case 'everything':
      return [...rules];
    case 'pattern':
      return rules.filter((rule) => rule.pattern === target.pattern);
    case 'phrase': {
      const named = rulesNamed(target, rules);
      if (named.length > 0) return named;
      const carrying = rules.filter((rule) => carriesWords(target.words, rule.pattern));
      return carrying.length > 0 ? carrying : decidingRule(target.words, rules, page);
    }
    default:
      return assertNever(target);
  }
}

/** By label or by text only. */
function rulesNamed(target: Target, rules: readonly PageRule[]): PageRule[] {
  const text =
    target.kind === 'phrase' ? target.words.join('-') : target.kind === 'pattern' ? target.pattern : null;
  return rules.filter(({ label, pattern }) => label === text || pattern === text);
}

function modelsOrRulesText(target: Target): string {
  if (target.kind === 'everything') {
    return 'I can’t tell what is to be removed, so I did nothing. For the rules, write "remove all rules".';
  }
  const named =
    target.kind === 'phrase' ? target.words.join(' ') : target.kind === 'pattern' ? target.pattern : '';
  return `"Remove ${named}" could mean two things, so I did nothing. To hide models, write "block ${named}"; to remove rules, write "remove the rules for ${named}".`;
}

function decidingRule(words: readonly string[], rules: readonly PageRule[], page: PageView): PageRule[] {
  if (page.models.kind !== 'listed') return [];
  const { models } = page.models;
  const name = exactName(words, { ...page, names: models.map((model) => model.name) });
  const decision = models.find((model) => model.name === name)?.rule;
  return rules.filter(({ kind, pattern }) => kind === decision?.kind && pattern === decision.pattern);
}

function noRuleText(target: Target, rules: readonly PageRule[], list: RuleKind | null): string {
  const which = list === null ? 'rule' : `${list} rule`;
  const text =
    target.kind === 'pattern'
      ? `There is no ${which} ${code(target.pattern)} on the page`
      : target.kind === 'phrase'
        ? `No ${which} on the page has to do with "${target.words.join(' ')}"`
        : `There is no ${which} on the page`;
  if (rules.length === 0) return `${text}, so I removed nothing.`;
  return `${text}, so I removed nothing. The rules there are ${nameList(rules.map(({ pattern }) => pattern))}.`;
}

function ruleText({ kind, pattern }: PageRule): string {
  return `${kind} rule ${code(pattern)}`;
}
