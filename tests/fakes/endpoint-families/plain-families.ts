import { NO_MEMBERS, opaque, thought, usualId, withCalls } from './answer-marks';
import type { EndpointFamily, RequestProblem } from './endpoint-family';
import {
  callsOf,
  checkIds,
  checkMembers,
  checkResults,
  checkUniqueIds,
  firstProblem,
  inMessages,
  isBlank,
} from './request-rules';

/** OpenAI's messages about results, which compatible servers copy. */
export const OPENAI_RESULT_WORDS = {
  missing: (ids: string) =>
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following " +
    `tool_call_ids did not have response messages: ${ids}`,
  unexpected: () => "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
};

/** A refusal in OpenAI's format. */
export function openAIRefusal(
  { words, index }: RequestProblem,
  code: string | null,
): { status: number; body: unknown } {
  const param = code === null ? `messages.[${index}].role` : null;
  return { status: 400, body: { error: { message: words, type: 'invalid_request_error', param, code } } };
}

/** Longest call id that OpenAI accepts. */
const MAX_ID_LENGTH = 40;

export const openAI: EndpointFamily = {
  name: 'OpenAI',
  needs:
    'One result for each call, directly after the answer; ids that differ within the request, of at most 40 characters.',
  learned: [],
  sources: [
    { url: 'https://github.com/miurla/morphic/issues/136', date: '2024-05-11' },
    { url: 'https://github.com/agno-agi/agno/pull/5191', date: '2025-10-25' },
    { url: 'https://github.com/BerriAI/litellm/issues/18160', date: '2025-12-18' },
  ],
  mark: (answer, number) => withCalls(answer, number, usualId, NO_MEMBERS),
  check: ({ messages }, sent) =>
    firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () =>
        checkUniqueIds(messages, (id) => `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}'`),
      () =>
        checkIds(
          messages,
          sent,
          new RegExp(`^.{1,${MAX_ID_LENGTH}}$`),
          (id, index) =>
            `Invalid 'messages[${index}].tool_calls[0].id': string too long. Expected a string with maximum length ${MAX_ID_LENGTH}, but got a string with length ${id.length} instead.`,
        ),
    ),
  refuse: (problem) => openAIRefusal(problem, null),
};

const EMPTY_BLOCK = 'messages: text content blocks must contain non-whitespace text';

export const anthropic: EndpointFamily = {
  name: 'Anthropic, OpenAI layer',
  needs:
    'No empty or blank text; results directly after their calls; ids of letters, digits, `_` and `-`; a last message of the user or of a tool. Unknown members are ignored.',
  learned: [],
  sources: [
    { url: 'https://platform.claude.com/docs/en/api/openai-sdk', date: '2026-11-26' },
    { url: 'https://github.com/home-assistant/core/issues/175637', date: '2026-07-04' },
    { url: 'https://github.com/lidge-jun/opencodex/issues/620', date: '2026-07-28' },
    { url: 'https://github.com/maximhq/bifrost/issues/5097', date: '2026-07-10' },
    { url: 'https://github.com/Kilo-Org/kilocode/issues/8260', date: '2026-04-03' },
  ],
  mark: (answer, number) =>
    withCalls(answer, number, ({ index }) => `toolu_01${opaque(number * 100 + index, 22)}`, NO_MEMBERS),
  check: ({ messages }, sent) =>
    firstProblem(
      () =>
        inMessages(messages, (message) => {
          const isBare = callsOf(message).length > 0 && (message.content ?? null) === null;
          return isBlank(message) && !isBare ? ['content', EMPTY_BLOCK] : null;
        }),
      () =>
        checkResults(messages, {
          missing: (ids, index) =>
            `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
          unexpected: (id, index) =>
            `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        }),
      () =>
        checkIds(
          messages,
          sent,
          /^[a-zA-Z0-9_-]+$/,
          (_, index) =>
            `messages.${index}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
        ),
      () => {
        const index = messages.length - 1;
        if (messages[index]?.role !== 'assistant') return null;
        const words =
          'This model does not support assistant message prefill. The conversation must end with a user message.';
        return { kind: 'role-order', words, index };
      },
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: {
      error: { code: 'invalid_request_error', message: words, type: 'invalid_request_error', param: null },
    },
  }),
};

/** Answers have `reasoning`, which a request may repeat; no other further member is accepted. */
export const groq: EndpointFamily = {
  name: 'Groq',
  needs: 'No members of messages and calls other than the standard ones and `reasoning`.',
  learned: [],
  sources: [
    { url: 'https://github.com/janhq/jan/issues/8136', date: '2026-05-13' },
    { url: 'https://github.com/tashfeenahmed/freellmapi/issues/1070', date: '2026-08-30' },
    { url: 'https://github.com/vercel/ai/pull/8057', date: '2025-08-14' },
  ],
  mark: (answer, number) => ({
    ...withCalls(answer, number, ({ index }) => `fc_${opaque(number * 100 + index, 20)}`, NO_MEMBERS),
    reasoning: thought(number),
  }),
  check: ({ messages }, sent) =>
    firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () =>
        checkMembers(
          messages,
          ['reasoning'],
          (path, index) =>
            `'messages.${index}' : for 'role:assistant' the following must be satisfied[('messages.${index}' : property '${path}' is unsupported)]`,
        ),
      // A model without reasoning refuses that of another model.
      () =>
        inMessages(messages, (message, index) => {
          if (message.reasoning === undefined || sent.repeatedBy(message) !== undefined) return null;
          if (callsOf(message).length === 0) return null;
          return [
            'unknown-member',
            `messages[${index}].reasoning: reasoning is not supported with this model`,
          ];
        }),
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: { error: { message: words, type: 'invalid_request_error' } },
  }),
};

/** Refuses an empty text beside calls, where {@link strictServer} refuses `null`. */
export const bedrock: EndpointFamily = {
  name: 'Amazon Bedrock, OpenAI layer',
  needs: 'No empty text, not even beside calls: there the content is `null`.',
  learned: [],
  sources: [{ url: 'https://github.com/vercel/ai/pull/13505', date: '2026-03-17' }],
  mark: openAI.mark,
  check: ({ messages }) =>
    firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () =>
        inMessages(messages, ({ role, content }, index) =>
          content === '' ? ['content', `messages.${index}: the ${role} message has an empty text`] : null,
        ),
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: { message: `ValidationException: ${words}` },
  }),
};

export const strictServer: EndpointFamily = {
  name: 'Strict local servers',
  needs:
    'A text as the content of every message; beside calls it may be empty; ids that differ within the request, though the server itself repeats `call_0` in each answer.',
  learned: ['content'],
  sources: [
    { url: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/261', date: '2024-12-20' },
    { url: 'https://github.com/deltawi/deltallm/issues/297', date: '2026-09-02' },
    { url: 'https://github.com/mistralai/mistral-common/issues/324', date: '2026-09-18' },
    { url: 'https://github.com/can1357/oh-my-pi/issues/2055', date: '2026-06-07' },
  ],
  mark: (answer, number) => withCalls(answer, number, ({ index }) => `call_${index}`, NO_MEMBERS),
  check: ({ messages }) =>
    firstProblem(
      () => checkResults(messages, OPENAI_RESULT_WORDS),
      () => checkUniqueIds(messages, (id) => `invalid params, duplicate tool_call id: ${id}`),
      () =>
        inMessages(messages, (message) => {
          const { content } = message;
          const isText = typeof content === 'string' || Array.isArray(content);
          if (!isText)
            return ['content', "Invalid 'content': 'content' field must be a string or an array of objects."];
          const isEmpty = isBlank(message) && callsOf(message).length === 0;
          return isEmpty ? ['content', "Invalid 'content': 'content' field must not be empty."] : null;
        }),
    ),
  refuse: ({ words }) => ({ status: 400, body: { error: words } }),
};
