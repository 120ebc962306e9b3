import type { Target } from './intent';
import { callItem, outcomeOf, type PlanContext, type PlanItem } from './plan-item';
import { resolveTarget } from './resolve-target';
import { code } from './sentence';

/** Asks the page which models each pattern matches. A given word that matches none is tried anywhere in the names if the tool says that this would find some. */
export function planMatch(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target) => {
    const result = resolveTarget(target, context);
    if ('item' in result) return [result.item];
    const { choice, reason } = result.resolved;
    const asked = matchCall(choice.pattern, context, reason);
    const outcome = outcomeOf(asked, context);
    const isHinted =
      outcome?.kind === 'failure' &&
      outcome.code === 'no_match' &&
      outcome.message.includes(`"*${choice.pattern}*" would match`);
    if (!isHinted || /[*?[]/.test(choice.pattern)) return [asked];
    return [{ ...asked, purpose: 'attempt' }, widerCall(choice.pattern, context)];
  });
}

/**
 * Asks the same with two wrong calls first (ledger A-195), one without a pattern and one with the bare words: it
 * shows what becomes of calls that fail, and is done only for requests that begin with "fumble".
 */
export function planFumble(targets: Target[], context: PlanContext): PlanItem[] {
  return targets.flatMap((target): PlanItem[] => {
    const bare =
      target.kind === 'phrase' ? target.words.join('-') : target.kind === 'pattern' ? target.pattern : '';
    if (bare === '') return planMatch([target], context);
    const empty = callItem(context, 'get_models_matching_pattern', {}, 'I look that up.');
    const plain = matchCall(bare, context, 'The call lacked the pattern, so I add it.');
    const attempts: PlanItem[] = [{ ...empty, purpose: 'attempt' }];
    if (outcomeOf(empty, context) === null) return attempts;
    attempts.push({ ...plain, purpose: 'attempt' });
    if (outcomeOf(plain, context) === null) return attempts;
    return [...attempts, widerCall(bare, context)];
  });
}

function widerCall(pattern: string, context: PlanContext) {
  const wider = `*${pattern}*`;
  return matchCall(
    wider,
    context,
    `No name is just ${code(pattern)}, so I look for it anywhere: ${code(wider)}.`,
  );
}

function matchCall(pattern: string, context: PlanContext, reason: string) {
  return callItem(context, 'get_models_matching_pattern', { pattern }, reason);
}
