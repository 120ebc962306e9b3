import { exactName } from './choose-pattern';
import type { Target } from './intent';
import { callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { planStatus } from './plan-status';
import { resolveTarget } from './resolve-target';
import { code, nameList } from './sentence';

/** Of how many models of a family the details are asked for one by one. */
const MAX_DETAILS = 3;

/** Asks the page about a single model; for a family the page state itself tells. */
export function planExplain(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target): PlanItem[] => {
    const model = modelMeant(target, context);
    if (model === null) return planStatus('hidden', [target], context);
    return [
      callItem(
        context,
        'explain_model_status',
        { model_id: model.id },
        `The question is about one model, ${code(model.name)}.`,
      ),
    ];
  });
}

/** Asks the page for a model's details, or for all models when none is named. */
export function planDetails(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target): PlanItem[] => {
    if (target.kind === 'unnamed' || target.kind === 'everything') {
      return [callItem(context, 'get_model_details', {}, 'No model is named, so the details are of all.')];
    }
    const model = modelMeant(target, context);
    if (model !== null) {
      return [
        callItem(
          context,
          'get_model_details',
          { model_id: model.id },
          `The question is about one model, ${code(model.name)}.`,
        ),
      ];
    }
    const result = resolveTarget(target, context);
    if ('item' in result) return [result.item];
    const { carriers, named, pattern } = result.resolved.choice;
    const provider = context.sight.kind === 'seen' ? context.sight.page.provider : null;
    if (provider === null || carriers.length === 0) {
      return [problem(`No model matches ${code(pattern)}, so there are no details to tell.`)];
    }
    if (carriers.length > MAX_DETAILS) {
      return [
        problem(`${carriers.length} models go by ${code(named)}. Name one of them: ${nameList(carriers)}.`),
      ];
    }
    return carriers.map((name) =>
      callItem(
        context,
        'get_model_details',
        { model_id: `${provider}/${name}` },
        `${code(name)} goes by ${code(named)}.`,
      ),
    );
  });
}

/** The one model that a target names, by name or full id. In a page that lists no models, the words are taken as they are. */
function modelMeant(target: Target, { sight }: PlanContext): { id: string; name: string } | null {
  if (sight.kind === 'unseen') return null;
  const { page } = sight;
  if (target.kind !== 'phrase' && target.kind !== 'pattern') return null;
  const words = target.kind === 'phrase' ? target.words : [target.pattern];
  if (page.models.kind === 'listed') {
    const name = exactName(words, { ...page, names: page.models.models.map((model) => model.name) });
    return name === null ? null : { id: `${page.provider}/${name}`, name };
  }
  const isGroup = target.kind === 'pattern' ? /[*?[]/.test(target.pattern) : target.isFamily;
  const [word = ''] = words;
  if (isGroup || words.length > 1) return null;
  return { id: word.startsWith(`${page.provider}/`) ? word : `${page.provider}/${word}`, name: word };
}
