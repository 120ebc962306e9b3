import { assertNever } from '../assert-never';
import { describeCall } from './describe-call';
import { describeFailure } from './describe-failure';
import { describeBulk, describeModelList, describePreview, describeRuleList } from './describe-lists';
import { callKey, type MadeCall, nameListOf, type Outcome } from './read-tool-results';
import { be, code, count, nameList, plain, toolWords } from './sentence';

/** How much of a result that can't be read is shown, in UTF-16 units. */
const MAX_ECHO = 120;

/** Failures that say that the page is already as it was to be. */
const SETTLED_CODES: ReadonlySet<string> = new Set([
  'already_covered',
  'duplicate_rule',
  'nothing_to_save',
  'nothing_to_discard',
  'nothing_to_change',
]);

/** Whether a call brought the page to where it was to be: also when it was there already. */
export function isSettled(outcome: Outcome): boolean {
  if (outcome.kind === 'success') return true;
  return outcome.kind === 'failure' && SETTLED_CODES.has(outcome.code);
}

/** Whether the person refused the call, so that nothing more is to be tried. */
export function isRefused(outcome: Outcome): boolean {
  return outcome.kind === 'failure' && ['rejected_by_user', 'cancelled'].includes(outcome.code);
}

/** What came of a call, in words for the person, from the result alone. Markdown. */
export function describeOutcome({ call, outcome }: MadeCall, attempts: number): string {
  const what = describeCall(call);
  switch (outcome.kind) {
    case 'success':
      return describeSuccess(call, outcome);
    case 'failure':
      return describeFailure(what, outcome, attempts);
    case 'unreadable':
      return `${what}: the result is not in a form that I can read ("${plain(outcome.text.slice(0, MAX_ECHO))}"), so I can’t tell what happened.`;
    case 'missing':
      return `${what}: no result arrived, so I can’t tell whether it happened. Look at the page before trying again.`;
    default:
      return assertNever(outcome);
  }
}

type Success = Extract<Outcome, { kind: 'success' }>;

function describeSuccess(call: MadeCall['call'], outcome: Success): string {
  switch (call.name) {
    case 'add_ignore_rule':
      return ruleChange('Added the ignore rule', call, outcome);
    case 'add_whitelist_rule':
      return ruleChange('Added the whitelist rule', call, outcome);
    case 'remove_ignore_rule':
      return ruleChange('Removed the ignore rule', call, outcome);
    case 'remove_whitelist_rule':
      return ruleChange('Removed the whitelist rule', call, outcome);
    case 'get_models_matching_pattern':
      return matches(call, outcome);
    case 'get_model_details':
      return details(outcome);
    case 'list_models':
      return describeModelList(outcome);
    case 'list_rules':
      return describeRuleList(outcome);
    case 'preview_rules':
      return describePreview(outcome);
    case 'clear_all_ignore_rules':
    case 'clear_all_whitelist_rules':
    case 'import_rules':
    case 'apply_rules':
      return describeBulk(outcome);
    default:
      return toolWords(outcome.message);
  }
}

function ruleChange(done: string, call: MadeCall['call'], { data, message }: Success): string {
  const asked = call.arguments.pattern;
  const pattern = typeof data.pattern === 'string' ? data.pattern : asked;
  if (typeof pattern !== 'string') return toolWords(message);
  const isEdited = callKey({ ...call, arguments: { ...call.arguments, pattern } }) !== callKey(call);
  const edited = isEdited && typeof asked === 'string' ? ` (you changed it from ${code(asked)})` : '';
  const replaced = nameListOf(data, 'replaced_rules');
  const place =
    replaced === null || replaced.total === 0
      ? ''
      : ` in place of ${nameList(replaced.names, replaced.total)}`;
  const where = typeof data.provider === 'string' ? ` for ${code(data.provider)}` : '';
  return `${done} ${code(pattern)}${where}${edited}${place}: ${effect(call.name, data)}.`;
}

function effect(tool: string, data: Record<string, unknown>): string {
  const affected = nameListOf(data, 'affected_models');
  const hidden = nameListOf(data, 'newly_hidden') ?? (HIDING_TOOLS.has(tool) ? affected : null);
  const broughtBack = nameListOf(data, 'brought_back') ?? (tool === 'remove_ignore_rule' ? affected : null);
  const parts = [
    ...(hidden === null || hidden.total === 0
      ? []
      : [
          `${count(hidden.total, 'model')} ${be(hidden.total)} hidden now: ${nameList(hidden.names, hidden.total)}`,
        ]),
    ...(broughtBack === null || broughtBack.total === 0
      ? []
      : [
          `${count(broughtBack.total, 'model')} ${be(broughtBack.total)} visible again: ${nameList(broughtBack.names, broughtBack.total)}`,
        ]),
  ];
  if (parts.length > 0) return parts.join('; ');
  if (tool === 'add_whitelist_rule' && affected !== null && affected.total > 0) {
    return `it keeps ${count(affected.total, 'model')} visible: ${nameList(affected.names, affected.total)}`;
  }
  return 'no model changes its visibility by that';
}

const HIDING_TOOLS: ReadonlySet<string> = new Set(['add_ignore_rule', 'remove_whitelist_rule']);

function matches({ arguments: { pattern } }: MadeCall['call'], { data, message }: Success): string {
  const list = nameListOf(data, 'matching_models');
  if (list === null || typeof pattern !== 'string') return toolWords(message);
  const counts =
    typeof data.visible === 'number' && typeof data.hidden === 'number'
      ? ` (${data.visible} visible, ${data.hidden} hidden)`
      : '';
  const verb = list.total === 1 ? 'matches' : 'match';
  return `${count(list.total, 'model')} ${verb} ${code(pattern)}${counts}: ${nameList(list.names, list.total)}.`;
}

/** The message, and the plain facts of the data as a list. */
function details({ data, message }: Success): string {
  const facts = Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`- ${key.replaceAll('_', ' ')}: ${typeof value === 'string' ? code(value) : value}`]
      : [],
  );
  return facts.length === 0 ? toolWords(message) : [toolWords(message), '', ...facts].join('\n');
}
