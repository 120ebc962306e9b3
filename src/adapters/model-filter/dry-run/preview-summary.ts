import { joinWithAnd } from '@/src/core/in-words';
import { countOf } from '../../kit/tool-results';
import { differingProviders } from '../model-filter-context';
import type { PlannedPageChange } from './page-change';
import { showsPageApart } from './shows-page-apart';
import type { VisibilityOutcome } from './visibility-outcome';

/** The effect of a change in one sentence. */
export function previewSummary(change: PlannedPageChange): string {
  const { before, after, did, onPage, forClients } = change;
  const saved = differingProviders(before.saved, after.saved);
  const showsPage = did.change && (!did.save || showsPageApart(change));
  const actions = [
    ...(before.provider === after.provider ? [] : [`shows ${after.provider}`]),
    ...[...new Set(did.refreshed)].map((provider) => `has the proxy fetch the models of ${provider} again`),
    ...(showsPage ? visibilityActions(onPage) : []),
    ...(saved.length === 0 ? [] : [`writes the rules of ${joinWithAnd(saved)} to the proxy’s file`]),
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

function visibilityActions(outcome: VisibilityOutcome): string[] {
  const [hidden, back] = countsOf(outcome);
  return [
    ...(hidden > 0 ? [`hides ${countOf(hidden, 'model')}`] : []),
    ...(back > 0 ? [`brings back ${hidden > 0 ? numberText(back) : countOf(back, 'model')}`] : []),
  ];
}

function pageRemarks(outcome: VisibilityOutcome): string[] {
  const [hidden, back] = countsOf(outcome);
  if (outcome.unknown.length > 0) return [`the effect on ${joinWithAnd(outcome.unknown)} is unknown`];
  return hidden + back === 0 ? ['no model changes its visibility'] : [];
}

function clientRemarks(outcome: VisibilityOutcome): string[] {
  const [hidden, back] = countsOf(outcome);
  const counts = [
    ...(hidden > 0 ? [`${countOf(hidden, 'model')} fewer`] : []),
    ...(back > 0 ? [`${hidden > 0 ? numberText(back) : countOf(back, 'model')} more`] : []),
  ];
  const seen =
    counts.length > 0 ? joinWithAnd(counts) : outcome.unknown.length === 0 ? 'the same models' : null;
  return [
    ...(seen === null ? [] : [`its clients then see ${seen}`]),
    ...(outcome.unknown.length === 0
      ? []
      : [`what clients see of ${joinWithAnd(outcome.unknown)} is unknown`]),
  ];
}

function countsOf({ providers }: VisibilityOutcome): [hidden: number, back: number] {
  const sum = (list: 'newlyHidden' | 'broughtBack') =>
    providers.reduce((total, provider) => total + provider[list].length, 0);
  return [sum('newlyHidden'), sum('broughtBack')];
}

function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
