import { joinWithAnd } from '@/src/core/in-words';
import type { ChangePreview, EffectName } from '@/src/core/records/dry-run';
import { countOf, effectList } from '../kit/tool-results';
import { diffState } from './diff-state';
import {
  allLists,
  decideModels,
  differingLists,
  type ListRef,
  listLabel,
  modelsOf,
  rulesOf,
} from './exclusion-list';
import { effectOf, newProviderNotes } from './plan-change';
import { type CliProxyContext, restorableState } from './proxy-context';

/** The effect of a change on clients, for an approval request. */
export function previewBetween(before: CliProxyContext, after: CliProxyContext): ChangePreview {
  const lists = differingLists(before, after);
  const parts = lists.map((list) => ({ list, ...effectOf(before, list, rulesOf(after, list)) }));
  const nameIn = (list: ListRef, model: string) => (lists.length > 1 ? `${list.id}: ${model}` : model);
  const keys = keysByModel(after);
  const lost = parts.flatMap(({ list, lost: models }) =>
    models.map((model): EffectName => {
      const key = keys.get(model);
      return { name: nameIn(list, model), detail: key === undefined ? null : `not excluded on ${key}` };
    }),
  );
  const regained = parts.flatMap(({ list, regained: models }) =>
    models.map((model): EffectName => ({ name: nameIn(list, model), detail: null })),
  );
  const unknown = lists.filter((list) => modelsOf(before, list) === null);
  return {
    summary: summaryOf(parts),
    effects: [
      ...effectList('loss', 'Newly excluded', lost),
      ...effectList('gain', 'Available again', regained),
      ...effectList('warning', 'Nothing is left', emptied(before, after, lists)),
    ],
    unchanged: unknown.length > 0 ? null : unchangedOf(before, lists, lost.length + regained.length),
    differences: diffState(restorableState(before), restorableState(after)),
    notes: [
      ...newProviderNotes(before, lists).map((text) => ({ topic: 'unknown' as const, text })),
      ...(unknown.length === 0
        ? []
        : [
            {
              topic: 'unknown' as const,
              text: `The server has no catalogue for ${joinWithAnd(unknown.map(({ id }) => id))}, so the models can’t be named.`,
            },
          ]),
      {
        topic: 'others',
        text: 'This takes effect at once. A model that no other account or key serves can’t be called any more, not even by its name.',
      },
      { topic: 'way-back', text: 'A checkpoint is taken first, so the change can be undone.' },
    ],
  };
}

function summaryOf(parts: readonly { list: ListRef; lost: string[]; regained: string[] }[]): string {
  if (parts.length === 0) return 'Nothing changes.';
  const text = parts
    .map(({ list, lost, regained }) => `for ${listLabel(list)}, ${effectInWords(lost, regained)}`)
    .join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The first API key that doesn't exclude a model, by model; a prefix may keep the key from serving it under that name. */
function keysByModel(context: CliProxyContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const list of allLists(context)) {
    if (list.kind === 'provider') continue;
    for (const { id, rules } of decideModels(context, list)) {
      if (rules.length === 0 && !found.has(id)) found.set(id, list.id);
    }
  }
  return found;
}

/** The lists that exclude all of their models, and didn't before. */
function emptied(before: CliProxyContext, after: CliProxyContext, lists: readonly ListRef[]): EffectName[] {
  const isEmpty = (context: CliProxyContext, list: ListRef) => {
    const models = decideModels(context, list);
    return models.length > 0 && models.every(({ rules }) => rules.length > 0);
  };
  return lists
    .filter((list) => isEmpty(after, list) && !isEmpty(before, list))
    .map((list) => ({ name: list.id, detail: 'every model is excluded' }));
}

function unchangedOf(context: CliProxyContext, lists: readonly ListRef[], changed: number): string {
  const total = lists.reduce((sum, list) => sum + (modelsOf(context, list)?.length ?? 0), 0);
  const rest = total - changed;
  return `${countOf(rest, 'model')} ${rest === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

/** The effect on the models of one list, e.g. "excludes 2 models". */
export function effectInWords(lost: readonly string[], regained: readonly string[]): string {
  const parts = [
    ...(lost.length === 0 ? [] : [`excludes ${countOf(lost.length, 'model')}`]),
    ...(regained.length === 0 ? [] : [`makes ${countOf(regained.length, 'model')} available again`]),
  ];
  return parts.length === 0 ? 'affects no model of the catalogue' : parts.join(' and ');
}
