import { visibleJson } from '@/src/core/text/visible-json';
import type { EffectList } from '@/src/schema/dry-run';
import { effectList } from '../kit/tool-results';
import type { ListedModel, OpenWebuiContext, OpenWebuiState } from './model-flags';

/** Facts about a model that users notice. */
interface Standing {
  isOff: boolean;
  isHidden: boolean;
  /** True if users other than administrators can choose it. */
  isChoosable: boolean;
  /** True if it is enabled, but the model from which it is made is disabled. */
  isBroken: boolean;
  isUnavailable: boolean;
}

/** The consequences, each with a test for a model's standing before and after a change. */
const CONSEQUENCES: readonly (readonly [
  kind: EffectList['kind'],
  title: string,
  applies: (was: Standing, is: Standing) => boolean,
])[] = [
  ['loss', 'Users can no longer choose', (was, is) => was.isChoosable && !is.isChoosable],
  ['gain', 'Users can choose now', (was, is) => is.isChoosable && !was.isChoosable],
  ['loss', 'Listed, but can’t be called', (was, is) => is.isBroken && !was.isBroken],
  ['gain', 'Can be called again', (was, is) => was.isBroken && !is.isBroken && !is.isOff],
  [
    'warning',
    'Not offered by a connection, so not listed',
    (was, is) => is.isUnavailable && was.isOff && !is.isOff,
  ],
  ['warning', 'Disabled, so not listed either way', (was, is) => is.isOff && was.isHidden !== is.isHidden],
];

/** Consequences of a change beyond the flags that it sets, for the approval request and for the result. */
export function consequences(before: OpenWebuiContext, after: OpenWebuiContext): EffectList[] {
  const [standingBefore, standingAfter] = [standings(before), standings(after)];
  return CONSEQUENCES.flatMap(([kind, title, applies]) => {
    const models = after.models.filter((model) => applies(standingBefore(model), standingAfter(model)));
    const names = models.map(({ id, base }) => ({ name: id, detail: base && `made from ${base}` }));
    return effectList(kind, title, names);
  });
}

function standings(state: OpenWebuiState): (model: ListedModel) => Standing {
  const [disabled, hidden] = [new Set(state.disabled), new Set(state.hidden)];
  return ({ id, base, access, kind }) => {
    const [isOff, isHidden, isUnavailable] = [disabled.has(id), hidden.has(id), kind === 'unavailable'];
    return {
      isOff,
      isHidden,
      isUnavailable,
      isChoosable: access !== 'administrators' && !isOff && !isHidden && !isUnavailable,
      isBroken: base !== null && disabled.has(base) && !isOff,
    };
  };
}

/** Most models that a sentence names. */
const MAX_NAMED = 20;

/** Consequences as sentences, each after a blank. */
export function inSentences(lists: readonly EffectList[]): string {
  const sentences = lists.map(({ title, names, total }) => {
    const named = names.slice(0, MAX_NAMED).map(({ name }) => visibleJson(name));
    return ` ${title}: ${named.join(', ')}${total > MAX_NAMED ? ' and others' : ''}.`;
  });
  return sentences.join('');
}
