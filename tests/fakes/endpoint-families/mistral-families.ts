import { NO_MEMBERS, shortId, thought, usualId, withCalls } from './answer-marks';
import type {
  ChatRequest,
  EndpointFamily,
  RequestProblem,
  SentAnswers,
  WireMessage,
} from './endpoint-family';
import { OPENAI_RESULT_WORDS } from './plain-families';
import {
  callsOf,
  checkIds,
  checkMembers,
  checkOrder,
  checkResults,
  firstProblem,
  inMessages,
  isBlank,
} from './request-rules';

const NINE = /^[a-zA-Z0-9]{9}$/;

/** The roles that may follow each role, according to Mistral's validator. */
const FOLLOWERS = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
} as const;

const UNEQUAL = 'Not the same number of function calls and responses';

function check({ messages }: ChatRequest, sent: SentAnswers): RequestProblem | null {
  return firstProblem(
    () => checkMembers(messages, ['prefix'], (path, index) => `${index}/${path}`),
    () =>
      checkOrder(
        messages,
        FOLLOWERS,
        (role, previous) => `Unexpected role '${role}' after role '${previous}'`,
      ),
    () => checkResults(messages, { missing: () => UNEQUAL, unexpected: () => UNEQUAL }),
    () => lastRole(messages),
    () =>
      checkIds(
        messages,
        sent,
        NINE,
        (id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
      ),
    () =>
      inMessages(messages, (message) =>
        message.role === 'assistant' && isBlank(message) && callsOf(message).length === 0
          ? ['content', 'Assistant message must have either content or tool_calls, but not none.']
          : null,
      ),
  );
}

function lastRole(messages: readonly WireMessage[]): RequestProblem | null {
  const role = messages.at(-1)?.role;
  if (role === 'user' || role === 'tool') return null;
  const words = `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`;
  return { kind: 'role-order', words, index: messages.length - 1 };
}

/** Status and body of Mistral's API. */
function refuse({ kind, words }: RequestProblem): { status: number; body: unknown } {
  if (kind === 'unknown-member') return { status: 422, body: { detail: [extraForbidden(words)] } };
  const isCall = kind === 'call-id' || kind === 'foreign-call-id';
  return {
    status: 400,
    body: {
      object: 'error',
      message: words,
      type: isCall ? 'invalid_function_call' : 'invalid_request_message_order',
      param: null,
      code: isCall ? '3280' : '3230',
    },
  };
}

function extraForbidden(words: string) {
  const [index, path = ''] = words.split('/');
  const loc = ['body', 'messages', Number(index), 'assistant', ...path.split('.')];
  return { type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted', input: 'x' };
}

export const mistral: EndpointFamily = {
  name: 'Mistral',
  needs:
    'Call ids of nine letters and digits; an answer between a result and the user’s next message; one result for each call; no members other than the standard ones.',
  learned: ['role-order', 'foreign-call-id'],
  sources: [
    { url: 'https://github.com/mistralai/mistral-vibe/issues/1075', date: '2026-09-10' },
    { url: 'https://github.com/BerriAI/litellm/issues/17761', date: '2025-12-10' },
    { url: 'https://github.com/charmbracelet/crush/issues/1590', date: '2025-12-10' },
    {
      url: 'https://github.com/mistralai/mistral-common/blob/039465db2bdc0486df36365c9bdb428188482a18/src/mistral_common/protocol/instruct/validator.py',
      date: '2026-11-26',
    },
  ],
  mark: (answer, number) => withCalls(answer, number, shortId, NO_MEMBERS),
  check,
  refuse,
};

/**
 * Mistral's API behind LiteLLM, which adds the model's reasoning to answers as a member that Mistral then refuses in
 * requests.
 */
export const mistralInLiteLLM: EndpointFamily = {
  name: 'Mistral in LiteLLM',
  needs: 'As Mistral. Answers have `reasoning_content`, and a request that repeats it is refused.',
  learned: ['role-order', 'foreign-call-id', 'unknown-member'],
  sources: [{ url: 'https://github.com/BerriAI/litellm/issues/30835', date: '2026-06-19' }],
  mark: (answer, number) => ({ ...mistral.mark(answer, number), reasoning_content: thought(number) }),
  check,
  refuse(problem) {
    const { status, body } = refuse(problem);
    const message = `litellm.BadRequestError: MistralException - ${JSON.stringify(body)}`;
    return { status, body: { error: { message, type: null, param: null, code: `${status}` } } };
  },
};

const ALTERNATE =
  'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';

/** vLLM with the chat template of Mistral's models. Calls and results don't count in its order of roles. */
export const mistralTemplate: EndpointFamily = {
  name: 'vLLM with a Mistral template',
  needs:
    'Call ids of nine letters and digits; apart from calls and results, alternating messages of user and assistant, beginning with the user’s.',
  learned: ['role-order', 'foreign-call-id'],
  sources: [
    { url: 'https://github.com/vllm-project/vllm/issues/6862', date: '2024-07-27' },
    { url: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2218', date: '2026-08-01' },
    { url: 'https://github.com/ggml-org/llama.cpp/pull/14349', date: '2025-06-25' },
    { url: 'https://github.com/vllm-project/vllm/issues/9019', date: '2024-10-02' },
    { url: 'https://github.com/ml-explore/mlx-lm/issues/1375', date: '2026-06-08' },
  ],
  mark: mistral.mark,
  check({ messages }, sent) {
    const spoken = messages.filter((message, index) => {
      if (message.role === 'system' && index === 0) return false;
      return message.role !== 'tool' && callsOf(message).length === 0;
    });
    return firstProblem(
      () =>
        inMessages(spoken, ({ role }, index) =>
          role === (index % 2 === 0 ? 'user' : 'assistant') ? null : ['role-order', ALTERNATE],
        ),
      () =>
        checkIds(messages, sent, NINE, () => 'Tool call IDs should be alphanumeric strings with length 9!'),
    );
  },
  refuse: ({ words }) => ({
    status: 400,
    body: { object: 'error', message: words, type: 'BadRequestError', param: null, code: 400 },
  }),
};

/** Its model makes several calls in one answer all the same. */
export const llamaTemplate: EndpointFamily = {
  name: 'vLLM with a Llama template',
  needs: 'At most one call in each answer, though its own answers have several.',
  learned: ['results'],
  sources: [{ url: 'https://github.com/vllm-project/vllm/pull/12938', date: '2025-02-08' }],
  mark: (answer, number) => withCalls(answer, number, usualId, NO_MEMBERS),
  check: ({ messages }) =>
    firstProblem(
      () =>
        inMessages(messages, (message) =>
          callsOf(message).length > 1
            ? ['results', 'This model only supports single tool-calls at once!']
            : null,
        ),
      () => checkResults(messages, OPENAI_RESULT_WORDS),
    ),
  refuse: ({ words }) => ({
    status: 400,
    body: { object: 'error', message: words, type: 'BadRequestError', param: null, code: 400 },
  }),
};
