import type { EffectList } from '@/src/schema/dry-run';
import { effectList } from '../kit/tool-results';
import type { ListedModel, OpenWebuiContext } from './model-flags';

/** Returns a function that determines what users get of a model. */
function standingsIn(context: OpenWebuiContext) {
  const [disabled, hidden] = [new Set(context.disabled), new Set(context.hidden)];
  return ({ id, base, access, kind }: ListedModel) => {
    const isOn = !disabled.has(id);
    const isOffered = kind !== 'unavailable';
    return {
      /** True if users other than administrators can choose it. */
      isChoosable: isOn && isOffered && !hidden.has(id) && access !== 'administrators',
      /** True if it is made from a disabled model, so that it can't be called. */
      isBroken: isOn && base !== null && disabled.has(base),
      isUnlisted: isOn && !isOffered,
    };
  };
}

type Standing = keyof ReturnType<ReturnType<typeof standingsIn>>;

/** The consequences of flags: for models whose standing becomes true or false by a change. */
const CONSEQUENCES: readonly [EffectList['kind'], string, Standing, boolean][] = [
  ['loss', 'Users can no longer choose', 'isChoosable', false],
  ['gain', 'Users can choose now', 'isChoosable', true],
  ['loss', 'Listed, but can’t be called', 'isBroken', true],
  ['warning', 'Not offered by a connection, so not listed', 'isUnlisted', true],
];

/** Consequences of a change beyond the flags that it sets, for the approval request and for the result. */
export function consequences(before: OpenWebuiContext, after: OpenWebuiContext): EffectList[] {
  const [was, is] = [standingsIn(before), standingsIn(after)];
  return CONSEQUENCES.flatMap(([kind, title, standing, becomes]) => {
    const models = after.models.filter(
      (model) => is(model)[standing] === becomes && was(model)[standing] !== becomes,
    );
    const names = models.map(({ id, base }) => ({ name: id, detail: base && `made from ${base}` }));
    return effectList(kind, title, names);
  });
}
