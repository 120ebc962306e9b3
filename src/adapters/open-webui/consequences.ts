import type { EffectList } from '@/src/schema/dry-run';
import { say, type TextKey } from '@/src/schema/values/said';
import { effectList } from '../kit/tool-results';
import type { ListedModel, OpenWebuiContext } from './model-flags';

/** Returns a function that determines whether users can choose a model and call it. */
function standingsIn(context: OpenWebuiContext) {
  const [disabled, hidden] = [new Set(context.disabled), new Set(context.hidden)];
  return ({ id, base, access, kind }: ListedModel) => {
    const isOn = !disabled.has(id);
    const isOffered = kind !== 'unavailable';
    return {
      /** True if users who aren't administrators can choose the model. */
      isChoosable: isOn && isOffered && !hidden.has(id) && access !== 'administrators',
      isOn,
      /** True if the model can't be called, because it is made from a disabled model. */
      isBroken: isOn && base !== null && disabled.has(base),
      isUnlisted: isOn && !isOffered,
    };
  };
}

type Standing = ReturnType<ReturnType<typeof standingsIn>>;

/** Kind, title and test of each consequence. The test compares a model before and after a change. */
const CONSEQUENCES: readonly [EffectList['kind'], TextKey, (was: Standing, is: Standing) => boolean][] = [
  ['loss', 'open-webui.preview.noLongerChosen', (was, is) => was.isChoosable && !is.isChoosable],
  ['gain', 'open-webui.preview.chosenNow', (was, is) => is.isChoosable && !was.isChoosable],
  ['loss', 'open-webui.preview.notCallable', (was, is) => is.isBroken && !was.isBroken],
  ['gain', 'open-webui.preview.callableAgain', (was, is) => was.isBroken && is.isOn && !is.isBroken],
  ['warning', 'open-webui.preview.notListed', (was, is) => is.isUnlisted && !was.isUnlisted],
];

/**
 * Lists the consequences of a change in addition to the flags that it sets, for the approval request and for the
 * result.
 */
export function consequences(before: OpenWebuiContext, after: OpenWebuiContext): EffectList[] {
  const [was, is] = [standingsIn(before), standingsIn(after)];
  return CONSEQUENCES.flatMap(([kind, title, applies]) => {
    const models = after.models.filter((model) => applies(was(model), is(model)));
    const names = models.map(({ id, base }) => ({
      name: id,
      detail: base && say('open-webui.preview.madeFrom', { base }),
    }));
    return effectList(kind, say(title), names);
  });
}
