import type { ChangePreview, EffectName, PreviewNote } from '@/src/core/records/dry-run';
import { countOf, effectList } from '../kit/tool-results';
import { differingProviders } from '../model-filter/model-filter-context';
import { decideListed, isHidden } from './decide-listed';
import { diffState } from './diff-state';
import { type LlmProxyContext, providerOfId, restorableState } from './proxy-context';
import {
  AFTER_RESTART,
  effectBetween,
  effectInWords,
  emptiedLists,
  emptiedNote,
  mayBringBack,
  NOT_LISTED,
  type RuleEffect,
} from './rule-effect';

/** The effect of a change on clients after a restart, for an approval request. */
export function previewBetween(before: LlmProxyContext, after: LlmProxyContext): ChangePreview {
  const effect = effectBetween(before, after);
  const names = (models: RuleEffect['newlyHidden']) =>
    models.map(({ id, isCertain }): EffectName => ({ name: id, detail: isCertain ? null : 'not certain' }));
  return {
    summary: summaryOf(before, after, effect),
    effects: [
      ...effectList('loss', 'Newly hidden', names(effect.newlyHidden)),
      ...effectList('gain', 'Stay listed', names(effect.stayListed)),
      ...effectList('warning', 'Nothing is left', emptied(before, after)),
    ],
    unchanged: before.models === null ? null : unchangedOf(effect.unchanged),
    differences: diffState(restorableState(before), restorableState(after)),
    notes: notesOf(before, after, effect),
  };
}

function summaryOf(before: LlmProxyContext, after: LlmProxyContext, effect: RuleEffect): string {
  if (differingProviders(before.filters, after.filters).length === 0) return 'Nothing changes.';
  return `Saves the rules; after a restart of the proxy, the change ${effectInWords(effect, before.models !== null)}.`;
}

function notesOf(before: LlmProxyContext, after: LlmProxyContext, effect: RuleEffect): PreviewNote[] {
  const uncertain = [...effect.newlyHidden, ...effect.stayListed].filter(
    ({ isCertain }) => !isCertain,
  ).length;
  const emptiedOnes = emptiedLists(before, after);
  const note = (text: string): PreviewNote => ({ topic: 'unknown', text });
  return [
    ...(mayBringBack(before, after) ? [note(NOT_LISTED)] : []),
    ...(uncertain === 0
      ? []
      : [
          note(
            `For ${countOf(uncertain, 'model')} it isn’t certain that these rules apply: the proxy falls back to the rules of the provider that offers a model, which its API doesn’t name.`,
          ),
        ]),
    {
      topic: 'others',
      text: [
        `The server’s .env file is changed at once. ${AFTER_RESTART}`,
        ...(emptiedOnes.length === 0 ? [] : [emptiedNote(emptiedOnes)]),
        'A hidden model isn’t listed, but still answers when it is called by name.',
      ].join(' '),
    },
    { topic: 'way-back', text: 'A checkpoint is taken first, so the rules in the file can be restored.' },
  ];
}

/** The providers whose listed models the rules hide all, and didn't before. */
function emptied(before: LlmProxyContext, after: LlmProxyContext): EffectName[] {
  const already = emptyProviders(before);
  return [...emptyProviders(after)]
    .filter((provider) => !already.has(provider))
    .map((name) => ({ name, detail: 'every listed model is hidden' }));
}

/** The providers of which the rules hide all listed models. */
function emptyProviders(context: LlmProxyContext): ReadonlySet<string> {
  const models = decideListed(context);
  const withVisible = new Set(models.filter((model) => !isHidden(model)).map(({ id }) => providerOfId(id)));
  const hidden = models.flatMap(({ id }) => providerOfId(id) ?? []);
  return new Set(hidden.filter((provider) => !withVisible.has(provider)));
}

function unchangedOf(count: number): string {
  return `${countOf(count, 'listed model')} ${count === 1 ? 'stays as it is' : 'stay as they are'}.`;
}
