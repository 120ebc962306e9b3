import { assertNever } from '../assert-never';
import { describeCall } from './describe-call';
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
      return `${what}: the result is not in a form that I can read ("${plain(outcome.text.slice(0, MAX_ECHO))}"), so I can't tell what happened.`;
    case 'missing':
      return `${what}: no result arrived, so I can't tell whether it happened. Look at the page before trying again.`;
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
    default:
      return toolWords(outcome.message);
  }
}

function ruleChange(done: string, call: MadeCall['call'], { data, message }: Success): string {
  const asked = call.arguments.pattern;
  const pattern = typeof data.pattern === 'string' ? data.pattern : asked;
  if (typeof pattern !== 'string') return toolWords(message);
  const isEdited = callKey({ ...call, arguments: { pattern } }) !== callKey(call);
  const edited = isEdited && typeof asked === 'string' ? ` (you changed it from ${code(asked)})` : '';
  const replaced = nameListOf(data, 'replaced_rules');
  const place =
    replaced === null || replaced.total === 0
      ? ''
      : ` in place of ${nameList(replaced.names, replaced.total)}`;
  return `${done} ${code(pattern)}${edited}${place}: ${effect(call.name, data)}.`;
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

function describeFailure(
  what: string,
  { code: errorCode, message, data }: Extract<Outcome, { kind: 'failure' }>,
  attempts: number,
): string {
  switch (errorCode) {
    case 'already_covered': {
      const rules = nameListOf(data, 'existing_rules');
      const by =
        rules === null || rules.total === 0
          ? `. The page says: ${toolWords(message)}`
          : `, because ${nameList(rules.names)} ${rules.total === 1 ? 'covers' : 'cover'} it already.`;
      return `${what} was not needed${by}`;
    }
    case 'duplicate_rule':
      return `${what} was not needed: the rule is there already.`;
    case 'nothing_to_save':
    case 'nothing_to_discard':
      return `${what} was not needed. ${toolWords(message)}`;
    case 'rejected_by_user': {
      const note = /refused[^:]*: (.+)$/.exec(message)?.[1];
      return `${what} has not happened: you refused it${note === undefined ? '' : ` ("${plain(note)}")`}, so I leave it at that.`;
    }
    case 'outcome_unknown':
      return `${what}: I can't tell whether it happened. ${toolWords(message)}`;
    case 'cancelled':
      return `${what} was cancelled. ${toolWords(message)}`;
    case 'page_changed':
      return `${what} did not happen: the page changed in between${attempts > 1 ? `, ${attempts} times` : ''}, so I gave up. Ask again when the page is at rest.`;
    case 'no_match':
      return `${what}: none. ${toolWords(message)}`;
    default:
      return `${what} did not work. The tool says: ${toolWords(message)}`;
  }
}
