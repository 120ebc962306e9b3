import { applyPageChanges } from './apply-page-changes';
import { type DataBlock, takeLastBlock } from './data-block';
import type { DemoMessage } from './demo-reply';
import type { PageView } from './page-view';
import { readPageState } from './read-page-state';
import { type MadeCall, readMadeCalls } from './read-tool-results';
import { type RuleNews, readRuleNews } from './rule-news';

/** The page as the request shows it: a view, or why there is none. */
export type PageSight = { kind: 'seen'; page: PageView } | { kind: 'unseen'; reason: string };

/** What a request holds, put in order. */
export interface Conversation {
  /** What the person wrote last, without page data; null if there is no message of theirs. */
  text: string | null;
  /** What they wrote before that. */
  earlierText: string | null;
  /** What they answered, if their last message follows a question: then `text` is what was asked about. */
  answer: string | null;
  /** Calls after that text. */
  madeCalls: MadeCall[];
  /** Calls before it that no answer has reported yet: the message came in the middle of a run. */
  unreportedCalls: MadeCall[];
  /** All calls before it. */
  earlierCalls: MadeCall[];
  /** Rules changed in this conversation and not saved since. */
  news: RuleNews[];
  /** The page when the last message was written, and the page now. */
  pageThen: PageSight;
  pageNow: PageSight;
}

/**
 * Reads a request's messages.
 * @param isAnswer whether a text answers the question which provider is meant, once the page is known.
 */
export function readConversation(
  messages: readonly DemoMessage[],
  isAnswer: (text: string, page: PageSight) => boolean = () => false,
): Conversation {
  const users = [...messages.keys()].filter((at) => messages[at]?.role === 'user');
  const textAt = (at: number | undefined) =>
    at === undefined ? null : readUserMessage(messages[at]?.content ?? '').text;
  const last = users.at(-1) ?? -1;
  const asked = users.at(-2);
  const pageThen = readPageSight(messages.slice(0, last + 1));
  const lastText = textAt(users.at(-1));
  const isAnswered =
    asked !== undefined &&
    lastText !== null &&
    endsInQuestion(messages.slice(asked + 1, last)) &&
    isAnswer(lastText, pageThen);
  const start = isAnswered ? asked : last;
  const before = messages.slice(0, Math.max(start, 0));
  return {
    text: textAt(isAnswered ? asked : users.at(-1)),
    earlierText: textAt(users.at(isAnswered ? -3 : -2)),
    answer: isAnswered ? lastText : null,
    madeCalls: readMadeCalls(messages.slice(start + 1)),
    unreportedCalls: readMadeCalls(before.slice(before.findLastIndex(isConclusion) + 1)),
    earlierCalls: readMadeCalls(before),
    news: readRuleNews(messages),
    pageThen,
    pageNow: readPageSight(messages),
  };
}

/** Whether the last thing said was the question which provider is meant, by the tool for questions or in words. */
function endsInQuestion(messages: readonly DemoMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last === undefined) return false;
  const calls = last.tool_calls ?? [];
  if (calls.length === 0) return (last.content ?? '').startsWith(PROVIDER_QUESTION);
  return calls.some(
    ({ function: { name, arguments: text } }) => name === 'ask_user' && text.includes(PROVIDER_QUESTION),
  );
}

/** How the question which provider is meant begins. */
export const PROVIDER_QUESTION = 'Which provider do you mean?';

/** Splits a user message into what the person wrote and the page's state behind it. */
export function readUserMessage(content: string): { text: string; state: DataBlock | null } {
  const state = takeLastBlock(content, 'page-state');
  const rest = state?.before ?? content;
  const changes = takeLastBlock(rest, 'changes-since-last-message');
  return { text: (changes?.before ?? rest).trim(), state: state?.block ?? null };
}

function isConclusion(message: DemoMessage): boolean {
  return message.role === 'assistant' && (message.tool_calls ?? []).length === 0;
}

/** The newest page state, brought up to date by the changes of its own run: they carry the same nonce. */
function readPageSight(messages: readonly DemoMessage[]): PageSight {
  const state = messages
    .filter((message) => message.role === 'user')
    .map((message) => readUserMessage(message.content ?? '').state)
    .findLast((block) => block !== null);
  if (state === undefined || state === null) {
    return { kind: 'unseen', reason: 'this request holds no page state' };
  }
  if (state.adapter !== 'model-filter') {
    return {
      kind: 'unseen',
      reason: `the page isn’t a model filter (its adapter is "${state.adapter ?? ''}")`,
    };
  }
  const page = readPageState(state.body);
  if (page === null) return { kind: 'unseen', reason: 'the page state isn’t in a form that I can read' };
  const changes = messages
    .filter((message) => message.role === 'tool')
    .map((message) => takeLastBlock(message.content ?? '', 'page-changes')?.block)
    .filter((block) => block !== undefined && block.nonce === state.nonce);
  const now = changes.reduce<PageView | null>(
    (view, block) => view && applyPageChanges(view, block?.body ?? ''),
    page,
  );
  return now === null
    ? {
        kind: 'unseen',
        reason: 'the page went to another provider, or changed too much to list, since I was shown it',
      }
    : { kind: 'seen', page: now };
}
