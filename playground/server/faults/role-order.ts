import { z } from 'zod';

/** The parts of a request's messages that matter for their order. */
export const orderedMessages = z.array(
  z.looseObject({
    role: z.string(),
    tool_calls: z.array(z.looseObject({ id: z.string() })).nullish(),
    tool_call_id: z.string().nullish(),
  }),
);

type OrderedMessage = z.infer<typeof orderedMessages>[number];

/**
 * The first violation of a strict endpoint's message order, as a sentence with its position; null without one. The
 * rules: at most one system message, at the start; then a user message; no two user or assistant messages in a row;
 * each tool call answered once, before any other message; and a last message that an assistant can answer.
 */
export function roleOrderProblem(messages: readonly OrderedMessage[]): string | null {
  const unanswered = new Set<string>();
  let previous: string | null = null;
  for (const [index, message] of messages.entries()) {
    const problem = problemAt(message, previous, unanswered);
    if (problem !== null) return `messages[${index}]: ${problem}`;
    for (const call of message.tool_calls ?? []) unanswered.add(call.id);
    previous = message.role;
  }
  if (unanswered.size > 0) return unansweredProblem(unanswered);
  return previous === 'user' || previous === 'tool'
    ? null
    : 'The last message has to be the user’s or a tool’s.';
}

function problemAt(
  { role, tool_call_id }: OrderedMessage,
  previous: string | null,
  unanswered: Set<string>,
): string | null {
  if (role === 'tool') {
    return unanswered.delete(tool_call_id ?? '')
      ? null
      : 'A tool message has to answer a call of the assistant’s message before it.';
  }
  if (unanswered.size > 0) return unansweredProblem(unanswered);
  const isAtStart = previous === null || isSystem(previous);
  switch (role) {
    case 'system':
    case 'developer':
      return previous === null ? null : 'Only the first message can be a system message.';
    case 'user':
      return previous === 'user' ? 'Two messages of the user’s stand in a row.' : null;
    case 'assistant':
      if (isAtStart) return 'The conversation has to begin with the user.';
      return previous === 'assistant' ? 'Two messages of the assistant’s stand in a row.' : null;
    default:
      return `There is no role ${JSON.stringify(role)}.`;
  }
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer';
}

function unansweredProblem(unanswered: ReadonlySet<string>): string {
  return `These tool calls are not answered directly after they were made: ${[...unanswered].join(', ')}.`;
}
