import type { DemoReply, ToolCall } from './demo-reply';
import { describeCall } from './describe-call';
import { describeOutcome, isSettled } from './describe-outcome';
import { describeUnsaved } from './describe-page';
import type { Order } from './intent';
import type { Progress } from './next-calls';
import type { Conversation, PageSight } from './read-conversation';
import type { MadeCall } from './read-tool-results';
import { capital, code, count, series } from './sentence';

/** Of how many calls the reasons are told. */
const MAX_REASONS = 3;
const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'add_ignore_rule',
  'remove_ignore_rule',
  'add_whitelist_rule',
  'remove_whitelist_rule',
  'clear_all_ignore_rules',
  'clear_all_whitelist_rules',
  'import_rules',
  'apply_rules',
]);
/** Tools that the loop has itself: what came of them is nothing to report. */
const BUILT_IN_TOOLS: ReadonlySet<string> = new Set(['ask_user', 'wait', 'finish_task']);

/** What the tools say of a change that made the page equal to the file. */
const ALREADY_SAVED = /saved file already/i;

/** The answer that makes calls: why, in the reasoning; what, in one sentence. */
export function wordCalls(
  due: readonly { call: ToolCall; reason: string; isRetry: boolean }[],
  progress: readonly Progress[],
  { madeCalls }: Conversation,
): DemoReply {
  const reasons = [...new Set(due.map(({ reason }) => reason))];
  const isRetry = due.some((entry) => entry.isRetry);
  const before = madeCalls.length === 0 || isRetry ? [] : [progressSentence(madeCalls)];
  const shown = isRetry
    ? ['The page changed under the last call, so I try that once more.']
    : reasons.slice(0, MAX_REASONS);
  const more =
    !isRetry && reasons.length > MAX_REASONS
      ? [`The same goes for ${reasons.length - MAX_REASONS} more.`]
      : [];
  const isPartOpen = progress.some(
    ({ item, state }) => item.kind === 'problem' || state?.kind === 'missing-tool',
  );
  const open = isPartOpen ? ['Another part of the request can’t be done; I say so at the end.'] : [];
  return {
    reasoning: [...before, ...shown, ...more, ...open].join(' '),
    content: `${isRetry ? 'Once more: ' : ''}${announce(
      due.map(({ call }) => call),
      isRetry,
    )}.`,
    toolCalls: due.map(({ call }) => call),
  };
}

/** The answer that ends the run: what came of each part, and how things stand. */
export function reportProgress(
  progress: readonly Progress[],
  orders: readonly Order[],
  conversation: Conversation,
): DemoReply {
  const unreported = conversation.unreportedCalls.filter(({ call }) => !BUILT_IN_TOOLS.has(call.name));
  const earlier = unreported.map((made) => `Before that: ${describeOutcome(made, 1)}`);
  const parts = [...earlier, ...progress.flatMap((entry) => wordProgress(entry, conversation))];
  const note = savedNote(progress, conversation);
  // Blocks of several lines can't stand in a list of one-line items.
  const isList = parts.length > 1 && parts.every((part) => !part.includes('\n'));
  const body = isList ? parts.map((part) => `- ${part}`).join('\n') : parts.join('\n\n');
  const isShort = !isList && !body.includes('\n') && parts.length === 1;
  return {
    reasoning: reportReasoning(progress, orders, conversation.madeCalls),
    content: note === null ? body : `${body}${isShort ? ' ' : '\n\n'}${note}`,
    toolCalls: [],
  };
}

function wordProgress({ item, state, isDoneBefore }: Progress, conversation: Conversation): string[] {
  if (item.kind === 'problem') return [item.text];
  if (item.kind === 'answer') {
    const text = item.text(conversation.pageNow, isDoneBefore);
    return text === null ? [] : [text];
  }
  // Asked already, or else it would be asked now in place of this report.
  if (item.kind === 'question')
    return ['I asked which provider you mean and got no answer, so I did nothing.'];
  switch (state?.kind) {
    case 'done':
      if (item.purpose === 'attempt') return [];
      return item.purpose === 'lookup' && isSettled(state.made.outcome)
        ? []
        : [describeOutcome(state.made, state.attempts)];
    case 'missing-tool':
      return [
        `${describeCall(item.call)} needs the tool ${code(item.call.name)}, which this request does not offer me, so I did not do it.`,
      ];
    case 'held-back':
      return [
        state.why === 'refused'
          ? `${describeCall(item.call)} has not happened: I stopped when you refused.`
          : `${describeCall(item.call)} has not happened, because something before it did not work out. Ask for it again if you want it all the same.`,
      ];
    default:
      return [];
  }
}

/** What is left unsaved after changes; null where nothing was changed or it was saved too. */
function savedNote(progress: readonly Progress[], { pageNow, unreportedCalls }: Conversation): string | null {
  const made = progress.flatMap(({ state }) => (state?.kind === 'done' ? [state.made] : []));
  const succeeded = [...unreportedCalls, ...made].filter(({ outcome }) => outcome.kind === 'success');
  const names = succeeded.map(({ call }) => call.name);
  if (!names.some((name) => CHANGING_TOOLS.has(name))) return null;
  if (names.includes('save_changes') || names.includes('discard_changes')) return null;
  const last = succeeded.at(-1)?.outcome;
  if (last?.kind === 'success' && ALREADY_SAVED.test(last.message))
    return 'The saved file has it so already.';
  if (pageNow.kind === 'seen' && pageNow.page.unsaved.length === 0) return describeUnsaved(pageNow.page);
  return `${hidesEverything(pageNow) ? 'No model is visible any more: clients of the proxy see none. ' : ''}Nothing is saved yet.`;
}

function hidesEverything(sight: PageSight): boolean {
  if (sight.kind === 'unseen' || sight.page.models.kind !== 'listed') return false;
  const { models } = sight.page.models;
  return models.length > 0 && models.every((model) => model.isHidden);
}

function announce(calls: readonly ToolCall[], isRetry: boolean): string {
  const phrases = calls
    .map((call) => describeCall(call))
    .map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  const text = phrases.length > MAX_ANNOUNCED ? `making ${count(phrases.length, 'call')}` : series(phrases);
  return isRetry ? text : capital(text);
}

const MAX_ANNOUNCED = 4;

function reportReasoning(
  progress: readonly Progress[],
  orders: readonly Order[],
  madeCalls: readonly MadeCall[],
): string {
  if (madeCalls.length > 0) return `${progressSentence(madeCalls)} What is left is to report.`;
  if (orders.every(({ intent }) => intent.kind === 'unclear'))
    return 'No rule of mine fits this message, so I say so.';
  const blocked = progress.some(
    ({ item, state }) => item.kind === 'problem' || state?.kind === 'missing-tool',
  );
  if (blocked) return 'I read the request, but something stands in its way, so I say what.';
  return 'The request and the page state hold all that this answer needs. No call is necessary.';
}

function progressSentence(calls: readonly MadeCall[]): string {
  const madeCalls = calls.filter(({ call }) => !BUILT_IN_TOOLS.has(call.name));
  if (madeCalls.length === 0) return 'The answer says what is meant.';
  const succeeded = madeCalls.filter(({ outcome }) => outcome.kind === 'success').length;
  if (madeCalls.length === 1) return succeeded === 1 ? 'The call succeeded.' : 'The call did not succeed.';
  return `${succeeded} of ${madeCalls.length} calls succeeded so far.`;
}
