import { canonicalJson } from '@/src/core/hash';
import { NO_CHANGE, reachOf } from '@/src/core/policy/plain-dry-run';
import { shortList } from '@/src/core/text/short-list';
import type { StateDifference } from '@/src/schema/change';
import type { ChangePreview, EffectList, EffectName, PreviewNote } from '@/src/schema/dry-run';
import { type Said, say, sentences, type TextKey } from '@/src/schema/values/said';
import type { ReadOnlyToolPage } from '../../kit/calls';
import { FailedCall } from '../../kit/computed-tool';
import { type DecidedModel, decideModels } from '../../kit/rules/decide-models';
import { diffRules } from '../../kit/rules/provider-differences';
import {
  differingProviders,
  type RuleSet,
  type RulesByProvider,
  rulesOf,
} from '../../kit/rules/provider-rules';
import { effectLists } from '../../kit/rules/rule-lists';
import type { MisnamedRule } from '../../kit/rules/rule-problems';
import { inSlices, rememberedWork } from '../../kit/slices';
import { counted, effectList } from '../../kit/tool-results';
import { diffState } from '../diff';
import {
  loadedModels,
  type ModelFilterContext,
  restorableState,
  unsavedProviders,
} from '../model-filter-context';
import { ruleLabel } from '../rule-list';
import { loadModels } from '../tools/provider-view';
import {
  allChanges,
  type IdleRule,
  rulesDecidingNone,
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
      ...(showsPageApart(change)
        ? visibilityLists(onPage, 'model-filter.preview.hidden', 'model-filter.preview.broughtBack')
        : []),
      ...visibilityLists(
        forClients,
        'model-filter.preview.hiddenFromClients',
        'model-filter.preview.broughtBackForClients',
      ),
      ...effectList('warning', say('model-filter.preview.withoutEffect'), idleNames(onPage)),
    ],
    unchanged: unchangedText(did.save ? forClients : onPage),
    differences: differences(change),
    notes: [...fileNotes(change), ...wayBackNotes(change), ...unknownNotes(change)],
  };
}

function visibilityLists(outcome: VisibilityOutcome, loss: TextKey, gain: TextKey): EffectList[] {
  return effectLists(outcome.all, [say(loss), say(gain)], (model) => ({
    name: isSeveral(outcome) ? model.id : model.name,
    detail: decisionText(model),
  }));
}

function decisionText({ rule }: DecidedModel): Said | null {
  if (rule === null) return null;
  return say('model-filter.preview.decidedBy', { kind: rule.kind, rule: JSON.stringify(rule.pattern) });
}

function idleNames(outcome: VisibilityOutcome): EffectName[] {
  return outcome.providers.flatMap(({ provider, idle }) =>
    idle.map(({ kind, pattern, isShadowed }) => ({
      name: isSeveral(outcome) ? `${provider}: ${pattern}` : pattern,
      detail: say(isShadowed ? 'model-filter.preview.shadowed' : 'model-filter.preview.unmatched', { kind }),
    })),
  );
}

/** True if models of several providers are affected, so that names need their provider. */
function isSeveral({ providers, unknown }: VisibilityOutcome): boolean {
  return providers.length + unknown.length > 1;
}

/** The number of unaffected models, in a sentence; null if it is unknown. */
function unchangedText({ providers, all, unknown }: VisibilityOutcome): Said | null {
  if (providers.length === 0 || unknown.length > 0) return null;
  return say('model-filter.preview.unchanged', { count: all.unchanged });
}

/**
 * Differences of the page and of the saved file, without duplicates, since both mostly change the same rules.
 */
function differences({ before, after }: ComputedPageChange): StateDifference[] {
  const all = [
    ...diffState(restorableState(before), restorableState(after)),
    ...diffRules(before.saved, after.saved),
  ];
  return [...new Map(all.map((difference) => [JSON.stringify(difference), difference])).values()];
}

/** The effect of a call's steps on the page and on the proxy's clients. */
interface ComputedPageChange {
  before: ModelFilterContext;
  after: ModelFilterContext;
  /** The steps of the change, with or without an effect. */
  did: { change: boolean; save: boolean; switch: boolean; refreshed: string[]; misnamed: MisnamedRule[] };
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
    inSlices(() => visibilityOutcome(differing(rules), [before[rules], after[rules]], context), page.signal);
  return {
    before,
    after,
    did: didBy(changes),
    saved,
    onPage: await outcome('drafts'),
    forClients: await outcome('saved'),
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
    misnamed: [
      // The list is missing in changes that add no rule.
      ...new Map(
        changes.flatMap(({ misnamed }) => (misnamed ?? []).map((rule) => [rule.rule, rule])),
      ).values(),
    ],
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
  /** The effect on the models of all providers. */
  all: VisibilityChange;
  /** Providers whose models could not be loaded. */
  unknown: string[];
}

/** Compares the decisions of two sets of rules about the models of these providers. */
function visibilityOutcome(
  providers: readonly string[],
  [before, after]: readonly [RulesByProvider, RulesByProvider],
  context: ModelFilterContext,
): VisibilityOutcome {
  const unknown = providers.filter((provider) => loadedModels(context, provider) === null);
  const known = providers.flatMap((provider): ProviderOutcome[] => {
    const ids = loadedModels(context, provider);
    if (ids === null) return [];
    const [was, is] = [rulesOf(before, provider), rulesOf(after, provider)];
    const idle = newlyIdle(ids, { was, is });
    return [{ provider, ...visibilityChange(ids, was, is), idle }];
  });
  return { providers: known, all: allChanges(known), unknown };
}

/** The rules that decide none of these models, but did before or are new. */
const newlyIdle = rememberedWork((ids: readonly string[], { was, is }: { was: RuleSet; is: RuleSet }) => {
  const later = decideModels(ids, is);
  const idleBefore = new Set(rulesDecidingNone(decideModels(ids, was), was).map(ruleLabel));
  const idle = rulesDecidingNone(later, is).filter((rule) => !idleBefore.has(ruleLabel(rule)));
  return withReasons(later, idle);
});

/** The effect of a change in a few sentences. */
function previewSummary(change: ComputedPageChange): Said {
  const { before, after, did, saved, forClients } = change;
  const { provider } = after;
  const summary = sentences(
    ...(before.provider === provider ? [] : [say('model-filter.preview.shows', { provider })]),
    ...counted([
      did.refreshed.length,
      say('model-filter.preview.refreshes', { providers: [...new Set(did.refreshed)] }),
    ]),
    ...(did.change && (!did.save || showsPageApart(change)) ? pageSentences(change) : []),
    ...(did.switch && before.provider === provider
      ? [say('model-filter.preview.goesOnShowing', { provider })]
      : []),
    ...(saved.length === 0 ? [] : clientSentences(forClients)),
  );
  return summary === '' ? NO_CHANGE.summary : summary;
}

/**
 * The effect on the page. For a saved change, only the numbers of models that are hidden and brought back there; the
 * sentences about clients say the rest.
 */
function pageSentences({ did, onPage: { providers, all, unknown } }: ComputedPageChange): Said[] {
  const [hidden, back] = [all.lost.length, all.regained.length];
  const changes = say('model-filter.preview.changes', { hidden, back });
  const changed = hidden + back === 0 ? [] : [changes];
  if (did.save) return changed;
  if (unknown.length > 0)
    return [...changed, say('model-filter.preview.effectUnknown', { providers: unknown })];
  const idle = providers.reduce((sum, each) => sum + each.idle.length, 0);
  return changed.length === 0 || idle === 0
    ? [changes]
    : [changes, say('model-filter.preview.idle', { count: idle })];
}

function clientSentences({ providers, all, unknown }: VisibilityOutcome): Said[] {
  const [lost, gained] = [all.lost.length, all.regained.length];
  const names = providers.map(({ provider }) => provider);
  const isKnown = lost + gained > 0 || unknown.length === 0;
  return [
    ...(isKnown ? [say('model-filter.preview.clients', { lost, gained, providers: fewOf(names) })] : []),
    ...counted([unknown.length, say('model-filter.preview.clientsUnknown', { providers: fewOf(unknown) })]),
  ];
}

/** Maximum number of providers that a sentence of the summary names. */
const MAX_NAMED = 3;

function fewOf(names: readonly string[]): Said[] {
  return shortList(names, names.length, MAX_NAMED);
}

/** The warning about a change that clients notice at once or that can't be undone; empty if no warning is needed. */
function previewWarning({ after, did, saved }: ComputedPageChange): Pick<ChangePreview, 'warning'> {
  if (saved.length > 0) return { warning: say('model-filter.preview.savesForGood') };
  return did.change && after.live === true ? { warning: say('model-filter.preview.live') } : {};
}

/** Notes about the saved file and the proxy's clients. */
function fileNotes({ after, did, saved, forClients }: ComputedPageChange): PreviewNote[] {
  if (saved.length > 0) {
    return [
      { topic: 'saved', text: say('model-filter.preview.file', { providers: saved }) },
      // For a single provider, the summary has these counts.
      ...(forClients.providers.length === 1 ? [] : forClients.providers).map(
        ({ provider, lost, regained }): PreviewNote => {
          const counts = { lost: lost.length, gained: regained.length };
          return { topic: 'others', text: say('model-filter.preview.clientsOf', { provider, ...counts }) };
        },
      ),
      { topic: 'others', text: say('model-filter.preview.afterRestart') },
    ];
  }
  // On a live page nothing stays unsaved, and the warning says that clients see the change.
  if (!did.change || after.live === true) return [];
  const isSaved = unsavedProviders(after).length === 0;
  return [
    {
      topic: 'saved',
      text: say(isSaved ? 'model-filter.preview.asSaved' : 'model-filter.preview.unsaved'),
    },
  ];
}

function wayBackNotes({ did }: ComputedPageChange): readonly PreviewNote[] {
  if (did.save) return [{ topic: 'way-back', text: say('model-filter.preview.wayBack') }];
  return did.change ? reachOf('write', false).notes : [];
}

function unknownNotes({ did, onPage, forClients }: ComputedPageChange): PreviewNote[] {
  const unknown = [...new Set([...onPage.unknown, ...forClients.unknown])];
  const texts = [
    ...did.misnamed.map((rule) => say('kit.rules.misnamed', { ...rule })),
    ...counted(
      [unknown.length, say('model-filter.preview.notLoaded', { providers: unknown })],
      [did.refreshed.length, say('model-filter.preview.refreshUnknown')],
    ),
  ];
  return texts.map((text) => ({ topic: 'unknown', text }));
}

/** True if the effect on the page differs from the effect for clients, so that both are shown. */
function showsPageApart({ onPage, forClients }: ComputedPageChange): boolean {
  return textOf(onPage) !== textOf(forClients);
}

function textOf({ all: { lost, regained }, unknown }: VisibilityOutcome): string {
  const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);
  return canonicalJson([ids(lost), ids(regained), unknown]);
}
