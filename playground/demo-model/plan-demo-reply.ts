import type { DemoReply, DemoRequest } from './demo-reply';
import type { Order } from './intent';
import { callsDue, trackProgress } from './next-calls';
import { parseRequest } from './parse-request';
import { askReply, type PlanContext } from './plan-item';
import { planOrder, questionAbout } from './plan-order';
import { type Conversation, type PageSight, readConversation } from './read-conversation';
import { readScopeAnswer } from './read-scope';
import { reportProgress, wordCalls } from './report';

/**
 * Answers a request by fixed rules, as a stand-in for a language model. The answer depends on the request alone:
 * the plan is made anew each time, from the last user message and the page as it was then, and the calls and results
 * behind that message tell how far it has come. Never throws, whatever the messages hold.
 */
export function planDemoReply(request: DemoRequest): DemoReply {
  const conversation = readConversation(request.messages, (text, page) => answerIn(text, page) !== null);
  if (conversation.text === null) {
    return {
      reasoning: 'The request holds no message of the person.',
      content: 'There is no message for me to answer.',
      toolCalls: [],
    };
  }
  const tools = new Set(request.tools.map((tool) => tool.function.name));
  const orders = readOrders(conversation.text, conversation);
  const context = contextOf(conversation, tools);
  const plan = orders.flatMap((order) => planOrder(order, context));
  const question = plan.find((item) => item.kind === 'question');
  const isAsked = conversation.madeCalls.some(({ call }) => call.name === 'ask_user');
  if (question !== undefined && !isAsked) return askReply(question, tools);
  const progress = trackProgress(plan, conversation.madeCalls, tools);
  const due = callsDue(progress);
  if (due.length > 0) return wordCalls(due, progress, conversation);
  return reportProgress(progress, orders, conversation);
}

/** The orders of a message; those that it was asked about have the providers of the answer. */
function readOrders(text: string, { earlierText, pageThen, answer }: Conversation): Order[] {
  const page = pageThen.kind === 'seen' ? pageThen.page : null;
  const orders = parseRequest(text, { earlier: earlierText, providers: page?.providers ?? [] });
  const scope = answer === null ? null : answerIn(answer, pageThen);
  if (page === null || scope === null) return orders;
  return orders.map((order) => (questionAbout(order, page) === null ? order : { ...order, scope }));
}

function answerIn(text: string, sight: PageSight) {
  return sight.kind === 'seen' ? readScopeAnswer(text, sight.page.providers) : null;
}

function contextOf(conversation: Conversation, tools: ReadonlySet<string>): PlanContext {
  const { pageThen, madeCalls, earlierCalls, news } = conversation;
  return { sight: pageThen, provider: null, isOneOfMany: false, tools, madeCalls, earlierCalls, news };
}
