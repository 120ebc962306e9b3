import { z } from 'zod';

/** Text, or a list of text parts. Rejects other parts instead of ignoring them silently. */
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

const message = z.object({
  role: z
    .enum(['system', 'developer', 'user', 'assistant', 'tool'])
    .transform((role) => (role === 'developer' ? 'system' : role)),
  content: content.nullish().transform((text) => text ?? null),
  tool_calls: z.array(toolCall).optional(),
  tool_call_id: z.string().optional(),
});

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.unknown().optional(),
  }),
});

/** The body of a chat completion, as far as the demo model reads it; other fields are accepted and ignored. */
export const demoRequest = z.object({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(tool).default([]),
});

/** Input of the demo model. */
export type DemoRequest = z.infer<typeof demoRequest>;

export type DemoMessage = z.infer<typeof message>;
