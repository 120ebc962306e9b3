import { z } from 'zod';
import { assertNever } from '../assert-never';
import type { DemoMessage, DemoRequest } from '../demo-model/demo-reply';

/** Text, or a list of text parts; other parts are rejected, so that they are not ignored silently. */
const content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map((part) => part.text).join('')),
]);

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content }),
  z.object({ role: z.literal('developer'), content }),
  z.object({ role: z.literal('user'), content }),
  z.object({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(toolCall).optional(),
  }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
]);

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.unknown().optional(),
  }),
});

/**
 * The body of a chat completion, as far as the demo model reads it; other fields are accepted and ignored.
 */
export const chatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(tool).optional(),
  stream: z.boolean().nullish(),
});

export type ChatRequest = z.infer<typeof chatRequest>;

/** Converts the request to the demo model's form. */
export function toDemoRequest(request: ChatRequest): DemoRequest {
  return {
    model: request.model,
    messages: request.messages.map(toDemoMessage),
    tools: (request.tools ?? []).map(({ type, function: { name, description, parameters } }) => ({
      type,
      function: { name, ...(description === undefined ? {} : { description }), parameters },
    })),
  };
}

function toDemoMessage(message: ChatRequest['messages'][number]): DemoMessage {
  switch (message.role) {
    case 'developer':
      return { role: 'system', content: message.content };
    case 'assistant': {
      const { role, content, tool_calls } = message;
      return { role, content: content ?? null, ...(tool_calls === undefined ? {} : { tool_calls }) };
    }
    case 'system':
    case 'user':
    case 'tool':
      return message;
    default:
      return assertNever(message);
  }
}
