import { assertNever } from '@/src/core/assert-never';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Predictor } from '@/tests/outsider/start-predictor';
import { type FilterCall, isRule, rulesAfter, rulesOf } from './filter-call';
import type { FilterCase } from './filter-case';

/** Throws unless the call had to fail with this code. */
export async function checkFailure(
  call: FilterCall,
  { error_code = '', message, data = {} }: ToolResult,
  { made, provider, python }: { made: FilterCase; provider: string; python: Predictor },
): Promise<void> {
  const ids = (made.names[provider] ?? []).map((name) => `${provider}/${name}`);
  if (!allowedCodes(call, made, provider).includes(error_code)) {
    throw new Error(`It failed with ${error_code}: ${message}`);
  }
  if (call.tool === 'add_rule' && error_code === 'already_covered') {
    const matched = await matching(python, call.args.pattern, ids);
    for (const older of data.existing_rules as string[]) {
      const covered = await matching(python, older, ids);
      const left = matched.filter((id) => !covered.includes(id));
      if (left.length > 0) throw new Error(`${older} doesn’t cover it: ${left.join(', ')}`);
    }
  }
  if (error_code === 'no_match' && call.tool === 'get_models_matching_pattern') {
    const matched = await matching(python, call.args.pattern, ids);
    if (matched.length > 0) throw new Error(`It does match ${matched.join(', ')}`);
  }
}

function allowedCodes(call: FilterCall, { before, inView }: FilterCase, provider: string): string[] {
  const own = rulesOf(before, provider);
  const wanted = rulesAfter(call, before, inView);
  // Refused by the tool's schema.
  if ('pattern' in call.args && !hasPossibleLength(call.args.pattern)) return ['invalid_parameters'];
  switch (call.tool) {
    case 'add_rule':
      if (!isRule(call.args.pattern)) return ['invalid_pattern'];
      return own[call.kind].includes(call.args.pattern) ? ['duplicate_rule'] : ['already_covered'];
    case 'remove_rule':
      return wanted === null ? ['rule_not_found'] : [];
    case 'clear_all_rules':
      return own[call.kind].length === 0 ? ['nothing_to_change'] : [];
    case 'import_rules':
      return wanted === null ? ['invalid_pattern'] : ['nothing_to_change'];
    case 'preview_rules':
      return wanted === null ? ['invalid_pattern'] : [];
    case 'apply_rules':
      return wanted === null ? ['invalid_rules'] : ['nothing_to_change'];
    case 'get_models_matching_pattern':
      return isRule(call.args.pattern) ? ['no_match'] : ['invalid_pattern'];
    case 'list_models':
      return [];
    default:
      return assertNever(call);
  }
}

function hasPossibleLength(pattern: string): boolean {
  return pattern.length >= 1 && pattern.length <= 200;
}

async function matching(python: Predictor, pattern: string, ids: readonly string[]): Promise<string[]> {
  const matches = await python.matches(ids.map((id) => [pattern, id]));
  return ids.filter((_, index) => matches[index]);
}
