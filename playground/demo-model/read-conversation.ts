import { applyPageChanges } from './apply-page-changes';
import { type DataBlock, takeLastBlock } from './data-block';
import type { DemoMessage } from './demo-reply';
import type { PageView } from './page-view';
import { readPageState } from './read-page-state';
import { type MadeCall, readMadeCalls } from './read-tool-results';

/** The page as the request shows it: a view, or why there is none. */
export type PageSight = { kind: 'seen'; page: PageView } | { kind: 'unseen'; reason: string };

/** What a request holds, put in order. */
export interface Conversation {
  /** What the person wrote last, without page data; null if there is no message of theirs. */
  text: string | null;
  /** What they wrote before that. */
  earlierText: string | null;
  /** Calls after their last message. */
  madeCalls: MadeCall[];
  /** Calls before it that no answer has reported yet: the message came in the middle of a run. */
  unreportedCalls: MadeCall[];
  /** The page when the last message was written, and the page now. */
  pageThen: PageSight;
  pageNow: PageSight;
}

/** Reads a request's messages. */
export function readConversation(messages: readonly DemoMessage[]): Conversation {
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const texts = messages
    .slice(0, lastUser + 1)
    .filter((message) => message.role === 'user')
    .map((message) => readUserMessage(message.content ?? '').text);
  const before = messages.slice(0, Math.max(lastUser, 0));
  return {
    text: texts.at(-1) ?? null,
    earlierText: texts.at(-2) ?? null,
    madeCalls: readMadeCalls(messages.slice(lastUser + 1)),
    unreportedCalls: readMadeCalls(before.slice(before.findLastIndex(isConclusion) + 1)),
    pageThen: readPageSight(messages.slice(0, lastUser + 1)),
    pageNow: readPageSight(messages),
  };
}

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
      reason: `the page isn't a model filter (its adapter is "${state.adapter ?? ''}")`,
    };
  }
  const page = readPageState(state.body);
  if (page === null) return { kind: 'unseen', reason: "the page state isn't in a form that I can read" };
  const changes = messages
    .filter((message) => message.role === 'tool')
    .map((message) => takeLastBlock(message.content ?? '', 'page-changes')?.block)
    .filter((block) => block !== undefined && block.nonce === state.nonce);
  const now = changes.reduce<PageView | null>(
    (view, block) => view && applyPageChanges(view, block?.body ?? ''),
    page,
  );
  return now === null
    ? { kind: 'unseen', reason: 'the page went to another provider since I was shown it' }
    : { kind: 'seen', page: now };
}
