import type { DemoReply, DemoRequest } from './demo-reply';
import { callsDue, trackProgress } from './next-calls';
import { parseRequest } from './parse-request';
import { planIntent } from './plan-intent';
import { lookupsOf } from './plan-item';
import { readConversation } from './read-conversation';
import { reportProgress, wordCalls } from './report';

/**
 * Answers a request by fixed rules, as a stand-in for a language model. The answer depends on the request alone:
 * the plan is made anew each time, from the last user message and the page as it was then, and the calls and results
 * behind that message tell how far it has come. Never throws, whatever the messages hold.
 */
export function planDemoReply(request: DemoRequest): DemoReply {
  const conversation = readConversation(request.messages);
  if (conversation.text === null) {
    return {
      reasoning: 'The request holds no message of the person.',
      content: 'There is no message for me to answer.',
      toolCalls: [],
    };
  }
  const intents = parseRequest(conversation.text, conversation.earlierText);
  const context = { sight: conversation.pageThen, lookups: lookupsOf(conversation.madeCalls) };
  const plan = intents.flatMap((intent) => planIntent(intent, context));
  const tools = new Set(request.tools.map((tool) => tool.function.name));
  const progress = trackProgress(plan, conversation.madeCalls, tools);
  const due = callsDue(progress);
  if (due.length > 0) return wordCalls(due, progress, conversation);
  return reportProgress(progress, intents, conversation);
}
