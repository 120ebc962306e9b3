import type { StateDifference } from '@/src/schema/change';
import type { ChangePreview, EffectList, EffectName } from '@/src/schema/dry-run';
import { countOf, effectList } from '../../kit/tool-results';
import type { DecidedModel } from '../decide-models';
import { diffRules, diffState } from '../diff-state';
import { restorableState } from '../model-filter-context';
import { ruleLabel } from '../sentence-parts';
import type { PlannedPageChange } from './page-change';
import { previewNotes } from './preview-notes';
import { previewSummary } from './preview-summary';
import { showsPageApart } from './shows-page-apart';
import type { VisibilityOutcome } from './visibility-outcome';

/** The preview of a change in an approval request. */
export function previewOf(change: PlannedPageChange): ChangePreview {
  const { did, onPage, forClients } = change;
  return {
    summary: previewSummary(change),
    effects: [
      ...(showsPageApart(change) ? visibilityLists(onPage, ['Newly hidden', 'Brought back']) : []),
      ...visibilityLists(forClients, ['Newly hidden from clients', 'Brought back for clients']),
      ...effectList('warning', 'Rules without effect', idleNames(onPage)),
    ],
    unchanged: unchangedText(did.save ? forClients : onPage),
    differences: differences(change),
    notes: previewNotes(change),
  };
}

function visibilityLists(outcome: VisibilityOutcome, [loss, gain]: [string, string]): EffectList[] {
  const { providers } = outcome;
  const nameOf = (model: DecidedModel) => (isSeveral(outcome) ? model.id : model.name);
  const named = (models: readonly DecidedModel[]): EffectName[] =>
    models.map((model) => ({ name: nameOf(model), detail: decisionText(model) }));
  return [
    ...effectList('loss', loss, named(providers.flatMap(({ newlyHidden }) => newlyHidden))),
    ...effectList('gain', gain, named(providers.flatMap(({ broughtBack }) => broughtBack))),
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

/** True if models of several providers are concerned, so that names need their provider. */
function isSeveral({ providers, unknown }: VisibilityOutcome): boolean {
  return providers.length + unknown.length > 1;
}

/** Counts the models of all providers concerned. */
function unchangedText({ providers, unknown }: VisibilityOutcome): string | null {
  if (providers.length === 0 || unknown.length > 0) return null;
  const count = providers.reduce((sum, { unchanged }) => sum + unchanged, 0);
  if (count < 2) return `${count === 0 ? 'No' : count} model stays as it is.`;
  return `${countOf(count, 'model')} stay as they are.`;
}

/**
 * Differences of the page and of the saved file, without duplicates, since both mostly change the same rules.
 */
function differences({ before, after }: PlannedPageChange): StateDifference[] {
  const all = [
    ...diffState(restorableState(before), restorableState(after)),
    ...diffRules(before.saved, after.saved),
  ];
  return [
    ...new Map(all.map((difference) => [`${difference.kind} ${difference.text}`, difference])).values(),
  ];
}
