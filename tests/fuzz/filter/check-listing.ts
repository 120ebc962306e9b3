import type { JsonObject } from '@/src/schema/values/json';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { assertSame } from './assert-same';
import type { FilterCall } from './filter-call';
import type { PredictedModel } from './predictions';

/** Compares the names in a reading tool's result with Python's `fnmatch`. Throws at the first difference. */
export async function checkListing(
  call: FilterCall,
  data: JsonObject,
  { models, python }: { models: readonly PredictedModel[]; python: Predictor },
): Promise<void> {
  if (call.tool === 'get_models_matching_pattern') {
    const matches = await python.matches(models.map(({ id }) => [call.args.pattern, id]));
    const names = models.filter((_, index) => matches[index]).map(({ name }) => name);
    assertSame('matching_models', [...(data.matching_models as string[])].sort(), names.sort());
  }
  if (call.tool === 'list_models') {
    const wanted = models.filter((model) => isShown(model, call.args.show)).map(toListed);
    assertSame('models', [...(data.models as { name: string }[])].sort(byName), wanted.sort(byName));
    assertSame('total', data.total, wanted.length);
  }
}

function isShown({ isVisible, rule }: PredictedModel, show: string): boolean {
  if (show === 'kept') return rule?.[0] === 'whitelist';
  if (show === 'unmatched') return rule === null;
  return isVisible === (show === 'visible');
}

function toListed({ name, rule }: PredictedModel) {
  if (rule === null) return { name, status: 'normal' };
  const [rule_type, pattern] = rule;
  return { name, status: rule_type === 'ignore' ? 'ignored' : 'whitelisted', rule: { rule_type, pattern } };
}

function byName(left: { name: string }, right: { name: string }): number {
  return left.name < right.name ? -1 : 1;
}
