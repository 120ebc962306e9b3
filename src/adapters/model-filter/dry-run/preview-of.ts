import { canonicalJson } from '@/src/core/hash';
import { joinWithAnd } from '@/src/core/text/join-texts';
import type { StateDifference } from '@/src/schema/change';
import type { ChangePreview, EffectList, EffectName, PreviewNote } from '@/src/schema/dry-run';
import type { ReadOnlyToolPage } from '../../kit/calls';
import { FailedCall } from '../../kit/computed-tool';
import { counted, countOf, effectList } from '../../kit/tool-results';
import { type DecidedModel, decideModels } from '../decide-models';
import { diffRules, diffState } from '../diff';
import {
  differingProviders,
  type ListedRule,
  loadedModels,
  type ModelFilterContext,
  type RulesByProvider,
  restorableState,
  rulesOf,
  unsavedProviders,
} from '../model-filter-context';
import { ruleLabel } from '../rule-list';
import { loadModels } from '../tools/provider-view';
import {
  type IdleRule,
  rulesDecidingNone,
  totalsOf,
  type VisibilityChange,
  visibilityChange,
  withReasons,
} from '../tools/rule-effect';
import type { FilterChange } from '../tools/tool-parts';

/** The effect of changes, for an approval request. Makes the page load the models that they affect. */
export async function previewOf(
  before: ModelFilterContext,
  after: ModelFilterContext,
  changes: readonly FilterChange[],
  page: ReadOnlyToolPage,
): Promise<ChangePreview> {
  const change = await pageChange(before, after, changes, page);
  const { did, onPage, forClients } = change;
  return {
    summary: previewSummary(change),
    ...previewWarning(change),
    effects: [
      ...(showsPageApart(change) ? visibilityLists(onPage, ['Newly hidden', 'Brought back']) : []),
      ...visibilityLists(forClients, ['Newly hidden from clients', 'Brought back for clients']),
      ...effectList('warning', 'Rules without effect', idleNames(onPage)),
    ],
    unchanged: unchangedText(did.save ? forClients : onPage),
    differences: differences(change),
    notes: [...fileNotes(change), ...wayBackNotes(change), ...unknownNotes(change)],
  };
}

function visibilityLists(outcome: VisibilityOutcome, [loss, gain]: [string, string]): EffectList[] {
  const { providers } = outcome;
  const nameOf = (model: DecidedModel) => (isSeveral(outcome) ? model.id : model.name);
  const named = (models: readonly DecidedModel[]): EffectName[] =>
    models.map((model) => ({ name: nameOf(model), detail: decisionText(model) }));
  return [
    ...effectList('loss', loss, named(providers.flatMap(({ lost }) => lost))),
    ...effectList('gain', gain, named(providers.flatMap(({ regained }) => regained))),
  ];
}

function decisionText({ rule }: DecidedModel): string | null {
  return rule === null ? null : `by ${ruleLabel(rule.kind, rule.pattern)}`;
}

function idleNames(outcome: VisibilityOutcome): EffectName[] {
  return outcome.providers.flatMap(({ provider, idle }) =>
    idle.map(({ kind, pattern, why }) => {
      const label = ruleLabel(kind, pattern);
      return { name: isSeveral(outcome) ? `${provider}: ${label}` : label, detail: why };
    }),
  );
}

/** True if models of several providers are affected, so that names need their provider. */
function isSeveral({ providers, unknown }: VisibilityOutcome): boolean {
  return providers.length + unknown.length > 1;
}

/** The number of unaffected models, in a sentence; null if it is unknown. */
function unchangedText({ providers, unknown }: VisibilityOutcome): string | null {
  if (providers.length === 0 || unknown.length > 0) return null;
  const count = providers.reduce((sum, { unchanged }) => sum + unchanged, 0);
  if (count < 2) return `${count === 0 ? 'No' : count} model stays as it is.`;
  return `${countOf(count, 'model')} stay as they are.`;
}

/**
 * Differences of the page and of the saved file, without duplicates, since both mostly change the same rules.
 */
function differences({ before, after }: ComputedPageChange): StateDifference[] {
  const all = [
    ...diffState(restorableState(before), restorableState(after)),
    ...diffRules(before.saved, after.saved),
  ];
  return [
    ...new Map(all.map((difference) => [`${difference.kind} ${difference.text}`, difference])).values(),
  ];
}

/** The effect of a call's steps on the page and on the proxy's clients. */
interface ComputedPageChange {
  before: ModelFilterContext;
  after: ModelFilterContext;
  /** The steps that ran, whether or not they had an effect. */
  did: { change: boolean; save: boolean; switch: boolean; refreshed: string[]; notes: string[] };
  /** Names of the providers whose saved rules change. */
  saved: string[];
  /** Effect of the page's rules on its models. */
  onPage: VisibilityOutcome;
  /** Effect of the saved rules on the models that the proxy offers its clients. */
  forClients: VisibilityOutcome;
}

async function pageChange(
  before: ModelFilterContext,
  after: ModelFilterContext,
  changes: readonly FilterChange[],
  page: ReadOnlyToolPage,
): Promise<ComputedPageChange> {
  const differing = (rules: 'drafts' | 'saved') => differingProviders(before[rules], after[rules]);
  const saved = differing('saved');
  const concerned = [...new Set([...differing('drafts'), ...saved])];
  const context = await withModels(after, concerned, page);
  const outcome = (rules: 'drafts' | 'saved') =>
    visibilityOutcome(differing(rules), [before[rules], after[rules]], context);
  return {
    before,
    after,
    did: didBy(changes),
    saved,
    onPage: outcome('drafts'),
    forClients: outcome('saved'),
  };
}

/** The context with the models of these providers, as far as the page can load them. */
async function withModels(
  start: ModelFilterContext,
  providers: readonly string[],
  page: ReadOnlyToolPage,
): Promise<ModelFilterContext> {
  let context = start;
  for (const provider of providers) {
    if (loadedModels(context, provider) !== null) continue;
    try {
      context = await loadModels(context, provider, page);
    } catch (error) {
      // The preview reports that the effect is unknown.
      if (!(error instanceof FailedCall)) throw error;
    }
  }
  return context;
}

function didBy(changes: readonly FilterChange[]): ComputedPageChange['did'] {
  const actions = changes.flatMap(({ step }) => (step.operation === 'act' ? [step] : []));
  return {
    change: actions.length < changes.length,
    save: actions.some(({ name }) => name === 'save'),
    switch: actions.some(({ name }) => name === 'switch-provider'),
    notes: [...new Set(changes.flatMap(({ notes }) => notes ?? []))],
    refreshed: actions.flatMap(({ name, args }) => (name === 'refresh' ? String(args.provider) : [])),
  };
}

/** The effect of changed rules on the models of one provider. */
interface ProviderOutcome extends VisibilityChange {
  provider: string;
  /** Rules that decide no model now, but did before or are new. */
  idle: IdleRule[];
}

/** The effect of changed rules on the models of all providers whose rules differ. */
interface VisibilityOutcome {
  providers: ProviderOutcome[];
  /** Providers whose models could not be loaded. */
  unknown: string[];
}

/** Compares the decisions of two sets of rules about the models of these providers. */
function visibilityOutcome(
  providers: readonly string[],
  [before, after]: readonly [RulesByProvider, RulesByProvider],
  context: ModelFilterContext,
): VisibilityOutcome {
  const outcome: VisibilityOutcome = { providers: [], unknown: [] };
  for (const provider of providers) {
    const ids = loadedModels(context, provider);
    if (ids === null) outcome.unknown.push(provider);
    else outcome.providers.push(providerOutcome(provider, ids, [before, after]));
  }
  return outcome;
}

function providerOutcome(
  provider: string,
  ids: readonly string[],
  [before, after]: readonly [RulesByProvider, RulesByProvider],
): ProviderOutcome {
  const rules = { before: rulesOf(before, provider), after: rulesOf(after, provider) };
  const earlier = decideModels(ids, rules.before);
  const later = decideModels(ids, rules.after);
  const labelOf = ({ kind, pattern }: ListedRule) => ruleLabel(kind, pattern);
  const idleBefore = new Set(rulesDecidingNone(earlier, rules.before).map(labelOf));
  const idle = rulesDecidingNone(later, rules.after).filter((rule) => !idleBefore.has(labelOf(rule)));
  const change = visibilityChange(ids, rules.before, rules.after);
  return { provider, ...change, idle: withReasons(idle, later) };
}

/** The effect of a change in one sentence. */
function previewSummary(change: ComputedPageChange): string {
  const { before, after, did, saved, onPage, forClients } = change;
  const showsPage = did.change && (!did.save || showsPageApart(change));
  const actions = [
    ...(before.provider === after.provider ? [] : [`shows ${after.provider}`]),
    ...[...new Set(did.refreshed)].map((provider) => `has the proxy fetch the models of ${provider} again`),
    ...(showsPage ? visibilityActions(onPage, ['hides', 'brings back']) : []),
  ];
  const remarks = [
    ...(did.switch && before.provider === after.provider
      ? [`the page goes on showing ${after.provider}`]
      : []),
    ...(did.change && !did.save ? pageRemarks(onPage) : []),
    ...(saved.length === 0 ? [] : clientRemarks(forClients)),
  ];
  const parts = [...(actions.length === 0 ? [] : [joinWithAnd(actions)]), ...remarks];
  return sentence(parts.length === 0 ? 'nothing changes' : parts.join('; '));
}

/** The numbers of models that are hidden and brought back, each after its verb. */
function visibilityActions(
  { providers }: VisibilityOutcome,
  [hides, bringsBack]: [string, string],
): string[] {
  const [hidden, back] = totalsOf(providers);
  return counted(
    [hidden, `${hides} ${countOf(hidden, 'model')}`],
    [back, `${bringsBack} ${hidden > 0 ? back.toLocaleString('en-US') : countOf(back, 'model')}`],
  );
}

function pageRemarks(outcome: VisibilityOutcome): string[] {
  const [hidden, back] = totalsOf(outcome.providers);
  if (outcome.unknown.length > 0) return [`the effect on ${joinWithAnd(outcome.unknown)} is unknown`];
  if (hidden + back === 0) return ['no model changes its visibility'];
  const idle = outcome.providers.reduce((sum, each) => sum + each.idle.length, 0);
  return counted([idle, `${countOf(idle, 'rule')} then ${idle === 1 ? 'decides' : 'decide'} no model`]);
}

function clientRemarks(outcome: VisibilityOutcome): string[] {
  const { providers, unknown } = outcome;
  const counts = visibilityActions(outcome, ['lose', 'gain']);
  const seen = counts.length > 0 ? joinWithAnd(counts) : unknown.length === 0 ? 'see the same models' : null;
  const names = providersText(providers.map(({ provider }) => provider));
  return [
    ...(seen === null ? [] : [`clients ${seen} of ${names}`]),
    ...(unknown.length === 0 ? [] : [`what clients see of ${providersText(unknown)} is unknown`]),
  ];
}

/** Maximum number of providers that a sentence names. Of more, it states only the number. */
const MAX_NAMED = 3;

function providersText(names: readonly string[]): string {
  return names.length > MAX_NAMED ? countOf(names.length, 'provider') : joinWithAnd(names);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * The warning about a change that clients notice at once or that can't be undone; without a member if there is none.
 */
function previewWarning({ after, did, saved }: ComputedPageChange): Pick<ChangePreview, 'warning'> {
  if (saved.length > 0) {
    return { warning: 'Steward can’t undo a save.' };
  }
  return did.change && after.live === true ? { warning: 'Clients see this at once.' } : {};
}

/** Notes about the saved file and the proxy's clients. */
function fileNotes({ after, did, saved, forClients }: ComputedPageChange): PreviewNote[] {
  if (saved.length > 0) {
    return [
      {
        topic: 'saved',
        text: `The file then holds other rules for ${joinWithAnd(saved)}; what it holds for other providers stays.`,
      },
      // For a single provider, the summary has these counts.
      ...(forClients.providers.length === 1 ? [] : forClients.providers).map(
        (outcome): PreviewNote => ({ topic: 'others', text: clientText(outcome) }),
      ),
      {
        topic: 'others',
        text: 'Some proxies apply their file only after a restart; the result of the save says so.',
      },
    ];
  }
  // On a live page nothing stays unsaved, and the warning says that clients see the change.
  if (!did.change || after.live === true) return [];
  const effect =
    unsavedProviders(after).length === 0
      ? 'the page then shows what it holds'
      : 'the proxy’s clients see nothing of this until it is saved';
  return [{ topic: 'saved', text: `The saved file is not touched; ${effect}.` }];
}

function clientText({ provider, lost, regained }: ProviderOutcome): string {
  const vanish = lost.length === 1 ? 'vanishes' : 'vanish';
  const appear = regained.length === 1 ? 'appears' : 'appear';
  const parts = counted(
    [lost.length, `${countOf(lost.length, 'model')} ${vanish}`],
    [regained.length, `${countOf(regained.length, 'model')} ${appear}`],
  );
  const what = parts.length === 0 ? 'no model comes or goes' : joinWithAnd(parts);
  return `In what the proxy lists of ${provider}, ${what}.`;
}

function wayBackNotes({ did }: ComputedPageChange): PreviewNote[] {
  if (!did.save && !did.change) return [];
  const text = did.save
    ? 'An earlier checkpoint restores the page’s rules, which then have to be saved again.'
    : 'A checkpoint is taken first, so the change can be undone.';
  return [{ topic: 'way-back', text }];
}

function unknownNotes({ did, onPage, forClients }: ComputedPageChange): PreviewNote[] {
  const unknown = [...new Set([...onPage.unknown, ...forClients.unknown])];
  const texts = [
    ...did.notes,
    ...(unknown.length === 0
      ? []
      : [`The models of ${joinWithAnd(unknown)} couldn’t be loaded, so the effect on them is unknown.`]),
    ...(did.refreshed.length === 0
      ? []
      : ['Which models are new or gone is unknown until the proxy answers.']),
  ];
  return texts.map((text) => ({ topic: 'unknown', text }));
}

/** True if the effect on the page differs from the effect for clients, so that both are shown. */
function showsPageApart({ onPage, forClients }: ComputedPageChange): boolean {
  return textOf(onPage) !== textOf(forClients);
}

function textOf({ providers, unknown }: VisibilityOutcome): string {
  const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);
  return canonicalJson([...providers.map(({ lost, regained }) => [ids(lost), ids(regained)]), unknown]);
}
