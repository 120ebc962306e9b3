import { isDeepStrictEqual } from 'node:util';
import { NO_MEMBERS, opaque, thought, usualId, withCalls } from './answer-marks';
import type { AnswerMessage, EndpointFamily, RequestProblem } from './endpoint-family';
import { OPENAI_RESULT_WORDS } from './plain-families';
import { missingSignature, signature } from './reasoning-families';
import { callsOf, checkResults, currentTurn, firstProblem, inMessages } from './request-rules';

/** A refusal of a provider, as OpenRouter forwards it. */
function refuse(raw: string, provider: string): { status: number; body: unknown } {
  const metadata = { raw, provider_name: provider };
  return { status: 400, body: { error: { message: 'Provider returned error', code: 400, metadata } } };
}

export const geminiInOpenRouter: EndpointFamily = {
  name: 'Gemini 3 in OpenRouter',
  needs:
    'For each answer with calls after the user’s last message, `reasoning_details` as they came; their `id` is that of the first call.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://github.com/LibreChat-AI/agents/issues/37', date: '2025-11-25' },
    { url: 'https://github.com/RooCodeInc/Roo-Code/pull/10640', date: '2026-01-12' },
    { url: 'https://github.com/earendil-works/pi/pull/260', date: '2025-12-20' },
  ],
  mark: (answer, number) => {
    const message = withCalls(answer, number, usualId, NO_MEMBERS);
    const [call] = message.tool_calls ?? [];
    if (call === undefined) return message;
    const detail = { type: 'reasoning.encrypted', data: signature(number), id: call.id };
    return { ...message, reasoning_details: [{ ...detail, format: 'google-gemini-v1', index: 0 }] };
  },
  check({ messages }, sent) {
    const from = currentTurn(messages);
    const details = (index: number): RequestProblem | null =>
      inMessages(messages, (message, place) => {
        const [call] = callsOf(message);
        if (place < index || call === undefined) return null;
        const own = sent.repeatedBy(message);
        const { reasoning_details: repeated } = message;
        const isGiven = own === undefined ? repeated !== undefined : isRepeated(repeated, own, call.id);
        if (isGiven) return null;
        const kind = own === undefined ? 'foreign-continuation' : 'continuation';
        return [kind, missingSignature(call.function.name, place + 1)];
      });
    return firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () => details(from),
    );
  },
  refuse: ({ words }) =>
    refuse(
      'Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: ' +
        'https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks. Upstream error: ' +
        JSON.stringify({ error: { code: 400, message: words, status: 'INVALID_ARGUMENT' } }),
      'Google AI Studio',
    ),
};

/** True if the details are those of the answer, and have the id of its first call. */
function isRepeated(repeated: unknown, own: AnswerMessage, id: string): boolean {
  if (!isDeepStrictEqual(repeated, own.reasoning_details)) return false;
  return Array.isArray(repeated) && (repeated[0] as { id?: unknown }).id === id;
}

/** Streams a block of reasoning in pieces with the same index, the last one of which has only the signature. */
export const claudeInOpenRouter: EndpointFamily = {
  name: 'Claude with thinking in OpenRouter',
  needs:
    'If `reasoning_details` are repeated: one entry for each `index`. A stream has them in pieces, and the signature is valid only for the whole text.',
  learned: [],
  sources: [{ url: 'https://github.com/agno-agi/agno/pull/5802', date: '2026-07-07' }],
  mark: (answer, number) => ({
    ...withCalls(answer, number, ({ index }) => `toolu_01${opaque(number * 100 + index, 22)}`, NO_MEMBERS),
    reasoning: thought(number),
    reasoning_details: [
      {
        type: 'reasoning.text',
        text: thought(number),
        signature: signature(number),
        format: 'anthropic-claude-v1',
        index: 0,
      },
    ],
  }),
  check: ({ messages }, sent) =>
    firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () =>
        inMessages(messages, (message, index) => {
          const { reasoning_details: repeated } = message;
          const own = sent.repeatedBy(message);
          if (repeated === undefined || isDeepStrictEqual(repeated, own?.reasoning_details)) return null;
          return ['continuation', `messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`];
        }),
    ),
  refuse: ({ words }) =>
    refuse(
      JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: words } }),
      'Anthropic',
    ),
};
