import { NO_MEMBERS, opaque, thought, usualId, withCalls } from './answer-marks';
import type { ChatRequest, EndpointFamily, RequestProblem, SentAnswers } from './endpoint-family';
import { OPENAI_RESULT_WORDS, openAIRefusal } from './plain-families';
import { callsOf, checkResults, currentTurn, firstProblem, inMessages, isBlank } from './request-rules';

/** Length of a thought signature, in characters; signatures of real servers reach it. */
const SIGNATURE_LENGTH = 2_400;

export function signature(number: number): string {
  return opaque(number, SIGNATURE_LENGTH);
}

/** Google's message about a call without its signature. */
export const missingSignature = (name: string, position: number) =>
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing ' +
  `thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ` +
  `${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;

/**
 * Requires that the first call of each answer of the current turn has the signature that was sent with it. `read`
 * returns the signature of a call.
 */
function checkSignatures(
  { messages }: ChatRequest,
  sent: SentAnswers,
  read: (call: unknown) => unknown,
): RequestProblem | null {
  const from = currentTurn(messages);
  return inMessages(messages, (message, index) => {
    const [call] = callsOf(message);
    if (call === undefined || index < from) return null;
    const own = sent.repeatedBy(message);
    if (own === undefined) {
      const kind = 'foreign-continuation';
      return read(call) === undefined ? [kind, missingSignature(call.function.name, index + 1)] : null;
    }
    if (read(call) === read(own.tool_calls?.[0])) return null;
    return ['continuation', missingSignature(call.function.name, index + 1)];
  });
}

function signatureOf(call: unknown): unknown {
  const { extra_content: extra } = (call ?? {}) as {
    extra_content?: { google?: { thought_signature?: unknown } };
  };
  return extra?.google?.thought_signature;
}

const CALL_ORDER =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
const RESPONSE_ORDER =
  'Please ensure that function response turn comes immediately after a function call turn.';

function checkGoogleOrder({ messages }: ChatRequest): RequestProblem | null {
  return firstProblem(
    () =>
      inMessages(messages, (message, index) =>
        callsOf(message).length > 0 && messages[index - 1]?.role === 'assistant'
          ? ['role-order', CALL_ORDER]
          : null,
      ),
    () =>
      checkResults(messages, {
        missing: () =>
          'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        unexpected: () => RESPONSE_ORDER,
      }),
  );
}

export const gemini: EndpointFamily = {
  name: 'Gemini 3, OpenAI layer',
  needs:
    'For each answer after the user’s last message, `extra_content.google.thought_signature` of its first call, as it came. Further calls of the same answer have none.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://ai.google.dev/gemini-api/docs/thought-signatures', date: '2026-11-26' },
    { url: 'https://github.com/googleapis/js-genai/issues/1275', date: '2026-04-24' },
    { url: 'https://github.com/Gitlawb/openclaude/issues/67', date: '2026-04-01' },
    { url: 'https://github.com/google-gemini/gemini-cli/issues/11814', date: '2025-10-23' },
  ],
  mark: (answer, number) =>
    withCalls(answer, number, usualId, ({ index }) =>
      index === 0 ? { extra_content: { google: { thought_signature: signature(number) } } } : {},
    ),
  check: (request, sent) =>
    firstProblem(
      () => checkGoogleOrder(request),
      () => checkSignatures(request, sent, signatureOf),
    ),
  // Google's layer wraps its error in a list.
  refuse: ({ words }) => ({
    status: 400,
    body: [{ error: { code: 400, message: words, status: 'INVALID_ARGUMENT' } }],
  }),
};

export const geminiInLiteLLM: EndpointFamily = {
  name: 'Gemini 3 in LiteLLM',
  needs:
    'The first call’s id as it came: the signature is a part of it, of up to several thousand characters.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://github.com/BerriAI/litellm/pull/16895', date: '2025-11-20' },
    { url: 'https://github.com/BerriAI/litellm/issues/18160', date: '2025-12-18' },
    { url: 'https://github.com/BerriAI/litellm/pull/37541', date: '2026-08-19' },
  ],
  mark: (answer, number) =>
    withCalls(
      answer,
      number,
      (call) => (call.index === 0 ? `${usualId(call)}__thought__${signature(number)}` : usualId(call)),
      NO_MEMBERS,
    ),
  check: (request, sent) =>
    firstProblem(
      () => checkGoogleOrder(request),
      () => checkSignatures(request, sent, (call) => (call as { id?: string }).id?.split('__thought__')[1]),
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: {
      error: {
        message: `litellm.BadRequestError: VertexAIException BadRequestError - ${words}`,
        type: null,
        param: null,
        code: '400',
      },
    },
  }),
};

/**
 * Requires a text as `reasoning_content`: the one that was sent with the answer or, for an answer of another model,
 * any.
 */
function checkReasoning(
  { messages }: ChatRequest,
  sent: SentAnswers,
  isMeant: (index: number, hasCalls: boolean) => boolean,
  words: (index: number) => string,
): RequestProblem | null {
  return inMessages(messages, (message, index) => {
    const { reasoning_content: reasoning } = message;
    if (message.role !== 'assistant' || !isMeant(index, callsOf(message).length > 0)) return null;
    const own = sent.repeatedBy(message);
    if (own === undefined)
      return typeof reasoning === 'string' ? null : ['foreign-continuation', words(index)];
    return reasoning === own.reasoning_content ? null : ['continuation', words(index)];
  });
}

export const deepSeek: EndpointFamily = {
  name: 'DeepSeek with thinking',
  needs:
    '`reasoning_content` of every answer with calls in the whole conversation, and of every other answer after the user’s last message. For an answer of another model, an empty text is accepted.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://api-docs.deepseek.com/guides/thinking_mode', date: '2026-11-26' },
    { url: 'https://github.com/experientiallabs/experiential/pull/887', date: '2026-09-10' },
    { url: 'https://github.com/experientiallabs/experiential/pull/890', date: '2026-09-10' },
    { url: 'https://github.com/anomalyco/opencode/issues/24722', date: '2026-04-28' },
  ],
  mark: (answer, number) => ({
    ...withCalls(
      answer,
      number,
      ({ index }) => `call_0${index}_${opaque(number * 100 + index, 24)}`,
      NO_MEMBERS,
    ),
    reasoning_content: thought(number),
  }),
  check(request, sent) {
    // Requests without tools aren't checked.
    if (request.tools === undefined) return null;
    const from = currentTurn(request.messages);
    return firstProblem(
      () => checkResults(request.messages, OPENAI_RESULT_WORDS),
      () =>
        checkReasoning(
          request,
          sent,
          (index, hasCalls) => hasCalls || index >= from,
          () => 'The `reasoning_content` in the thinking mode must be passed back to the API.',
        ),
    );
  },
  refuse: (problem) => openAIRefusal(problem, 'invalid_request_error'),
};

export const kimi: EndpointFamily = {
  name: 'Kimi K2.5 and K2.6 with thinking',
  needs:
    '`reasoning_content` of every answer with calls in the whole conversation; no answer without text and calls. For an answer of another model, an empty text is accepted.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://github.com/continuedev/continue/issues/11711', date: '2026-03-22' },
    { url: 'https://github.com/Lapis0x0/obsidian-yolo/pull/243', date: '2026-04-18' },
    { url: 'https://github.com/MoonshotAI/kimi-code/issues/1985', date: '2026-07-21' },
    { url: 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model', date: '2026-11-26' },
  ],
  mark: (answer, number) => ({
    ...withCalls(answer, number, ({ name, index }) => `${name}:${number * 2 + index}`, NO_MEMBERS),
    reasoning_content: thought(number),
  }),
  check: (request, sent) =>
    firstProblem(
      () => checkResults(request.messages, OPENAI_RESULT_WORDS),
      () =>
        checkReasoning(
          request,
          sent,
          (_, hasCalls) => hasCalls,
          (index) =>
            `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
        ),
      () =>
        inMessages(request.messages, (message, index) =>
          message.role === 'assistant' && isBlank(message) && callsOf(message).length === 0
            ? ['content', `the message at position ${index} with role 'assistant' must not be empty`]
            : null,
        ),
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: { error: { message: words, type: 'invalid_request_error' } },
  }),
};

const thinkingBlocks = (number: number) => [
  { type: 'thinking', thinking: thought(number), signature: opaque(number, 300) },
];

export const claudeInLiteLLM: EndpointFamily = {
  name: 'Claude with thinking in LiteLLM',
  needs:
    '`thinking_blocks` of every answer with calls after the user’s last message, as they came. A server that gets such an answer of another model needs a new message of the user.',
  learned: ['foreign-continuation'],
  sources: [
    { url: 'https://github.com/google/adk-python/pull/3334', date: '2025-10-29' },
    { url: 'https://github.com/sigoden/llm-functions/issues/222', date: '2026-01-06' },
  ],
  mark: (answer, number) => ({
    ...withCalls(answer, number, ({ index }) => `toolu_01${opaque(number * 100 + index, 22)}`, NO_MEMBERS),
    reasoning_content: thought(number),
    thinking_blocks: thinkingBlocks(number),
  }),
  check({ messages }, sent) {
    const from = currentTurn(messages);
    return firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () =>
        inMessages(messages, (message, index) => {
          if (index < from || callsOf(message).length === 0) return null;
          const own = sent.repeatedBy(message);
          const blocks = JSON.stringify(message.thinking_blocks);
          if (own === undefined ? blocks !== undefined : blocks === JSON.stringify(own.thinking_blocks))
            return null;
          const words = `litellm.BadRequestError: AnthropicException - messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
          return [own === undefined ? 'foreign-continuation' : 'continuation', words];
        }),
    );
  },
  refuse: ({ words }) => ({
    status: 400,
    body: { error: { message: words, type: null, param: null, code: '400' } },
  }),
};
