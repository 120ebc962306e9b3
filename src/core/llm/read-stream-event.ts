import { z } from 'zod';
import type { FinishReason } from '../chat/message';
import { StewardError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { readUsage, usageSchema } from './read-usage';

const text = z.string().nullish();

const callPartSchema = z.looseObject({
  index: z.int().nonnegative().nullish(),
  id: text,
  function: z.looseObject({ name: text, arguments: text }).nullish(),
});

const deltaSchema = z.looseObject({
  content: text,
  // Two spellings of the same thing; servers that send both send the same text in both.
  reasoning_content: text,
  reasoning: text,
  tool_calls: z.array(callPartSchema).nullish(),
});

const choiceSchema = z.looseObject({
  index: z.int().nullish(),
  delta: deltaSchema.nullish(),
  finish_reason: text,
});

const eventSchema = z.looseObject({
  choices: z.array(choiceSchema).nullish(),
  usage: usageSchema.nullish(),
});

/**
 * One event of a chat completion stream as chunks, in the order reasoning, content, calls, finish, usage. An event
 * that says nothing of interest gives none.
 *
 * @param host the endpoint, for the error's sentence
 * @throws StewardError `protocol` if a field that Steward reads has the wrong type; unknown fields are let pass.
 */
export function readStreamEvent(event: unknown, host: string): AIStreamChunk[] {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) {
    throw new StewardError('protocol', `The endpoint ${host} sent a chunk that Steward can't read.`, {
      remedy: 'Check that the address is that of an OpenAI-compatible endpoint, or choose another model.',
      details: z.prettifyError(parsed.error).slice(0, 500),
    });
  }
  const { choices, usage } = parsed.data;
  // Steward asks for one choice; a second one would be mixed into the first.
  const choice = (choices ?? []).find((candidate) => (candidate.index ?? 0) === 0);
  const counted = usage ? readUsage(usage) : null;
  return [...(choice === undefined ? [] : chunksOf(choice)), ...(counted === null ? [] : [counted])];
}

function chunksOf({ delta, finish_reason }: z.infer<typeof choiceSchema>): AIStreamChunk[] {
  const chunks: AIStreamChunk[] = [];
  const reasoning = delta?.reasoning_content || delta?.reasoning;
  if (reasoning) chunks.push({ type: 'reasoning', text: reasoning });
  if (delta?.content) chunks.push({ type: 'content', text: delta.content });
  for (const part of delta?.tool_calls ?? []) {
    chunks.push({
      type: 'tool-call-part',
      index: part.index ?? null,
      id: part.id || null,
      name: part.function?.name || null,
      argumentsText: part.function?.arguments ?? '',
    });
  }
  if (finish_reason) chunks.push({ type: 'finish', reason: finishReasonOf(finish_reason) });
  return chunks;
}

/** `function_call` is the older word for the same end; some servers still say it beside `tool_calls`. */
function finishReasonOf(word: string): FinishReason {
  switch (word) {
    case 'stop':
    case 'tool_calls':
    case 'length':
    case 'content_filter':
      return word;
    case 'function_call':
      return 'tool_calls';
    default:
      return 'unknown';
  }
}
