import { assertNever } from '../assert-never';
import type { RuleKind } from '../filter/decide';
import type { Topic } from './intent';
import { decideNames, type PageModel, type PageView } from './page-view';
import { be, code, count, nameList, plain } from './sentence';

/** Of how many models the names are listed when just they are asked for. */
const MAX_LISTED = 30;

/** Models that a question is limited to, with the words that named them. */
export interface Selection {
  named: string;
  names: readonly string[];
}

/** Answers a question about the page from its state. */
export function describeStatus(topic: Topic, page: PageView, selection: Selection | null): string {
  switch (topic) {
    case 'hidden':
      return withModels(page, selection, describeHidden);
    case 'visible':
      return withModels(page, selection, describeVisible);
    case 'rules':
      return describeRules(page);
    case 'unsaved':
      return describeUnsaved(page);
    case 'providers':
      return describeProviders(page);
    case 'overview':
      return [withModels(page, selection, describeHidden), describeRules(page)].join('\n\n');
    default:
      return assertNever(topic);
  }
}

function describeProviders({ provider, providers, otherRules, unsaved }: PageView): string {
  const all = `${count(providers.length, 'provider')}: ${nameList(providers, providers.length, MAX_LISTED)}. The page shows ${code(provider)}.`;
  const rules = otherRules.length === 0 ? '' : ` Rules elsewhere: ${plain(otherRules.join('; '))}.`;
  return `${all}${rules}${unsaved.length === 0 ? '' : ` Unsaved changes: ${nameList(unsaved)}.`}`;
}

/** Which providers have unsaved changes, as a sentence. */
export function describeUnsaved(page: PageView): string {
  if (page.unsaved.length === 0) return 'There are no unsaved changes.';
  return `There are unsaved changes for ${nameList(page.unsaved)}.`;
}

type WordModels = (models: readonly PageModel[], where: string) => string;

function withModels(page: PageView, selection: Selection | null, wordModels: WordModels): string {
  const where = `on ${code(page.provider)}`;
  const { models } = page;
  switch (models.kind) {
    case 'elsewhere':
      return `I am not shown which models are hidden ${where}. Write "list the hidden models in ${plain(page.provider)}".`;
    case 'unknown':
      return `I can’t tell which models are hidden ${where}: ${plain(models.reason)}.`;
    case 'grouped':
      if (selection !== null)
        return wordModels(decideNames(selection.names, page), `with ${code(selection.named)} ${where}`);
      return describeGroups(models, where);
    case 'listed': {
      if (selection === null) return wordModels(models.models, where);
      const wanted = new Set(selection.names);
      return wordModels(
        models.models.filter((model) => wanted.has(model.name)),
        `with ${code(selection.named)} ${where}`,
      );
    }
    default:
      return assertNever(models);
  }
}

function describeHidden(models: readonly PageModel[], where: string): string {
  if (models.length === 0) return `There are no models ${where}.`;
  const hidden = models.filter((model) => model.isHidden);
  const kept = models.filter((model) => !model.isHidden && model.rule !== null);
  const lines = [...byRule(hidden, 'hides'), ...byRule(kept, 'keeps visible')];
  const total = count(models.length, 'model');
  if (hidden.length === 0) {
    const all = `Nothing is hidden: ${total} ${where} ${be(models.length)} visible.`;
    return lines.length === 0 ? all : [all, '', ...lines].join('\n');
  }
  return [`${hidden.length} of ${total} ${where} ${be(hidden.length)} hidden:`, '', ...lines].join('\n');
}

function describeVisible(models: readonly PageModel[], where: string): string {
  if (models.length === 0) return `There are no models ${where}.`;
  const visible = models.filter((model) => !model.isHidden).map((model) => model.name);
  const head = `${visible.length} of ${count(models.length, 'model')} ${where} ${be(visible.length)} visible`;
  return visible.length === 0 ? `${head}.` : `${head}: ${nameList(visible, visible.length, MAX_LISTED)}.`;
}

/** A list item for each rule that decides some of these models, in the order in which it appears. */
function byRule(models: readonly PageModel[], verb: string): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, rule } of models) {
    const title =
      rule === null ? 'a rule that I was not shown' : `the ${rule.kind} rule ${code(rule.pattern)}`;
    groups.set(title, [...(groups.get(title) ?? []), name]);
  }
  return [...groups].map(([title, names]) => `- ${title} ${verb} ${names.length}: ${nameList(names)}`);
}

function describeGroups(models: Extract<PageView['models'], { kind: 'grouped' }>, where: string): string {
  const when = models.isStale ? ', before the changes of this run' : '';
  const groups = models.hiddenGroups.map((line) => `- ${code(line)}`);
  const head = `${models.hidden} of ${count(models.total, 'model')} ${where} ${be(models.hidden)} hidden${when}`;
  return groups.length === 0 ? `${head}.` : [`${head}. By group:`, '', ...groups].join('\n');
}

function describeRules(page: PageView): string {
  const lines = [...ruleLines(page, 'ignore'), ...ruleLines(page, 'whitelist')];
  const where = `on ${code(page.provider)}`;
  const rules =
    lines.length === 0
      ? `There are no rules ${where}.`
      : [`The rules ${where}${page.areRulesCut ? ' that I was shown' : ''}:`, '', ...lines].join('\n');
  const others =
    page.otherRules.length === 0
      ? []
      : [`Other providers have rules too (${plain(page.otherRules.join('; '))}).`];
  return [rules, [...others, describeUnsaved(page)].join(' ')].join('\n\n');
}

function ruleLines(page: PageView, kind: RuleKind): string[] {
  return page[kind].map((pattern) => {
    const title = `- ${kind} rule ${code(pattern)}`;
    if (page.models.kind !== 'listed') return title;
    const decided = page.models.models.filter(({ rule }) => rule?.kind === kind && rule.pattern === pattern);
    return `${title} ${kind === 'ignore' ? 'hides' : 'keeps'} ${decided.length}`;
  });
}
