import type { ErrorCode } from '@/src/schema/values/error-code';

/** Code and texts of one kind of failure. `{host}` and `{model}` are replaced. */
interface FailureTexts {
  code: ErrorCode;
  message: string;
  remedy: string;
}

const RATE = 'The endpoint {host} takes no more requests for now.';
const REFUSED = 'The endpoint {host} refused the request.';
const AGAIN = 'Try again. If the error persists, check the endpoint itself.';

/** Failures that the user can't fix at the connection have the code `protocol`: a retry doesn't help either. */
export const FAILURES = {
  'too-long': {
    code: 'context-too-long',
    message: 'The conversation is longer than the model at {host} can read.',
    remedy: 'Start a new chat, or choose a model with a larger context.',
  },
  'too-large': {
    code: 'context-too-long',
    message: 'The server {host} takes no request of that size.',
    remedy: 'Send fewer or smaller images, or start a new chat.',
  },
  'answer-limit': {
    code: 'protocol',
    message: 'The model {model} at {host} allows no answer as long as the limit that is set.',
    remedy: 'Lower Max tokens in the chat’s settings, or start a new chat.',
  },
  'no-model': {
    code: 'model-not-found',
    message: 'The endpoint {host} doesn’t have the model {model}.',
    remedy: 'Choose another model.',
  },
  'no-tools': {
    code: 'protocol',
    message: 'The model {model} takes no tools at {host}.',
    remedy: 'Choose a model that accepts tools.',
  },
  filtered: {
    code: 'protocol',
    message: 'A content filter of {host} refused the request.',
    remedy: 'Put the request in other words, or choose another model.',
  },
  'bot-check': {
    code: 'protocol',
    message: 'A protection against bots in front of {host} answered in place of the endpoint.',
    remedy: 'Have the protection let requests to the endpoint through, or use another address of it.',
  },
  'bad-call': {
    code: 'protocol',
    message: 'The model made a tool call that {host} couldn’t read.',
    remedy: 'Try again; if it happens often, choose another model.',
  },
  'minute-limit': {
    code: 'rate-limit',
    message: 'The request is larger than {host} takes from this account in a minute.',
    remedy: 'Start a new chat, choose another model, or raise the limit of the account behind the key.',
  },
  quota: {
    code: 'rate-limit',
    message: RATE,
    remedy: 'Check the account behind the key: its quota is used up.',
  },
  busy: { code: 'rate-limit', message: RATE, remedy: 'Wait a little, then try again.' },
  key: {
    code: 'auth',
    message: 'The endpoint {host} didn’t accept the key.',
    remedy: 'Check the connection’s key.',
  },
  access: {
    code: 'auth',
    message: 'The endpoint {host} refused access.',
    remedy:
      'Check the connection’s key; a local server may need a setting to accept requests from browser extensions.',
  },
  'upstream-key': {
    code: 'protocol',
    message: 'The provider behind {host} refused the key that the endpoint has for it.',
    remedy: 'Check the provider’s key at the endpoint, or choose another model.',
  },
  payment: {
    code: 'protocol',
    message: REFUSED,
    remedy: 'Check the account behind the key: the endpoint asks for payment.',
  },
  address: {
    code: 'protocol',
    message: 'The endpoint {host} doesn’t know the address that Steward asked for.',
    remedy: 'Check the connection’s address: it usually ends in /v1.',
  },
  refused: {
    code: 'protocol',
    message: REFUSED,
    remedy: 'Read what the endpoint says in the details, or choose another model.',
  },
  server: {
    code: 'server',
    message: 'The endpoint {host} failed while it worked on the request.',
    remedy: AGAIN,
  },
  timeout: { code: 'timeout', message: 'The endpoint {host} gave up waiting.', remedy: AGAIN },
} as const satisfies Record<string, FailureTexts>;

export type FailureKind = keyof typeof FAILURES;

/**
 * Statuses that servers use for any fault in a request; null for an error inside a stream that began
 * successfully.
 */
const VAGUE = [null, 400, 413, 422];

/** A pattern that fits nothing. */
const NEVER = '(?!)';

/** Statuses, codes and types of the error, and words of its message. */
type Signs = readonly [statuses: readonly (number | null)[] | null, codes: string, words: string];

/**
 * Signs of each kind of failure: the first row whose status and signs fit decides. Codes and words are patterns;
 * a code matches a whole line. `upstream:` marks a proxy's terms for its provider's failure, `param:` the parameter
 * that is named as the cause. Without statuses, a row is for all of them.
 */
const ROWS: readonly (readonly [FailureKind, ...Signs])[] = [
  // Of a proxy that tried several credentials: permanent reasons come before temporary ones.
  ['too-long', null, 'upstream:context_window_exceeded', NEVER],
  ['refused', null, 'upstream:invalid_request', NEVER],
  ['busy', null, 'upstream:(rate_limit|quota_exceeded)', NEVER],
  ['server', null, 'upstream:(server_error|api_connection)', NEVER],
  ['upstream-key', null, 'upstream:(authentication|forbidden|401|403)', NEVER],
  // Pages of Cloudflare.
  [
    'bot-check',
    null,
    '<.*(just a moment|cf-chl|challenge-platform|required! . cloudflare|used cloudflare to restrict access).*',
    NEVER,
  ],
  // OpenAI and Azure, DashScope; OpenRouter's moderation, Anthropic, xAI, DeepSeek.
  [
    'filtered',
    null,
    'content_policy_violation|data_inspection_failed|moderation_blocked',
    'content_filter|content management policy|requires moderation|input was flagged|content filtering policy|violates usage guidelines|content exists risk',
  ],
  // OpenAI; Gemini. No key helps.
  ['refused', [403], 'unsupported_country_region_territory', 'location is not supported'],
  // LM Studio, for an address without /v1.
  ['address', null, NEVER, 'unexpected endpoint or method'],
  // Groq; Gemini.
  ['bad-call', null, NEVER, 'tool_use_failed|malformed_function_call'],
  // OpenRouter; Ollama; llama.cpp and vLLM; Groq; Gemini.
  [
    'no-tools',
    [...VAGUE, 404, 500],
    NEVER,
    "no endpoints found that support tool|requires --(jinja|enable-auto-tool)|(not|n't) support (tools|tool use|tool.?call|function.?call)|(tool|function).?call\\w*\\W{1,2}is not (supported|enabled)",
  ],
  // Groq with 413, OpenAI with 429: such a request is refused however long Steward waits.
  ['minute-limit', null, NEVER, 'request too large.{0,200}(tokens per min|[(]TPM)'],
  // OpenAI, Moonshot; Z.ai, xAI.
  [
    'quota',
    [...VAGUE, 429],
    'insufficient_quota|exceeded_current_quota_error',
    'insufficient balance|used all available credits',
  ],
  // OpenRouter, xAI; Anthropic, LiteLLM.
  [
    'payment',
    [...VAGUE, 403],
    NEVER,
    'key limit exceeded|have any credits|credit balance is too low|budget has been exceeded',
  ],
  // The words with "please wait" are Bedrock's.
  [
    'busy',
    VAGUE,
    'rate_limit_error|rate_limit_exceeded|too_many_requests|model_cooldown',
    'throttling|too many requests|please wait before|rate limit|tokens per (min|day)',
  ],
  // vLLM, OpenAI; Anthropic.
  [
    'answer-limit',
    VAGUE,
    NEVER,
    "max_(completion_)?tokens'?( or \\S+)? is too large|maximum allowed number of output tokens",
  ],
  // OpenAI, llama.cpp, GitHub and its Copilot; vLLM, Anthropic, xAI; TabbyAPI; Gemini; Moonshot; DashScope; Z.ai;
  // text-generation-inference.
  [
    'too-long',
    VAGUE,
    'context_length_exceeded|exceed_context_size_error|context_window_exceeded|tokens_limit_reached|model_max_prompt_tokens_exceeded',
    'context.?(length|window|size|limit)|maximum (context|prompt|input|model)|(prompt|input|request) is too long|too many (input )?tokens|max_seq_len|maximum number of tokens|model token limit|range of input length|prompt exceeds max|`inputs`.{0,40} must ',
  ],
  ['too-long', [413], NEVER, '\\btokens\\b'],
  // llama.cpp; Ollama, whose template misses the message that was dropped for want of room.
  [
    'too-long',
    [500],
    NEVER,
    'context size has been exceeded|exceeds the available context|no user query found in messages',
  ],
  [
    'no-model',
    null,
    'model_not_found|model_decommissioned|invalid_model|model_not_available|model_not_supported|deploymentnotfound',
    NEVER,
  ],
  [
    'no-model',
    VAGUE,
    NEVER,
    '(invalid|unknown|no such) model|model identifier is invalid|model\\b.{0,200}\\b(not found|not exist|not available)|\\bvalid model\\b',
  ],
  ['no-model', [404], 'param:model|(?!<).*\\bmodel.*', 'no (allowed )?(endpoints|providers) '],
  // The last code is LiteLLM's, which has no database to look the key up in.
  [
    'key',
    VAGUE,
    'invalid_api_key|authentication_error|permission_error|unauthorized|no_db_connection',
    '(invalid|incorrect|missing) api key|api key (is )?(not valid|invalid|missing|expired|not found)',
  ],
  ['refused', [null], 'invalid_request_error', NEVER],
  ['timeout', [null], '\\S*timeout\\S*', NEVER],
];

const PATTERNS = ROWS.map(([, , codes, words]) => new RegExp(`^(?:${codes})$|${words}`, 'im'));

/** The kind of failure for an HTTP status, where the status alone determines it. */
const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'key',
  402: 'payment',
  403: 'access',
  404: 'address',
  405: 'address',
  408: 'timeout',
  413: 'too-large',
  429: 'busy',
};

/**
 * The kind of a failure.
 *
 * @param signs the error's codes and its message, a line each
 * @param hasModel false if the request names no model, which then can't be the cause
 */
export function kindOfFailure(status: number | null, signs: string, hasModel: boolean): FailureKind {
  const row = ROWS.find(
    ([kind, statuses], at) =>
      (hasModel || kind !== 'no-model') &&
      (statuses === null || statuses.includes(status)) &&
      PATTERNS[at]?.test(signs),
  );
  if (row !== undefined) return row[0];
  if (status === null || status >= 500) return 'server';
  // Any other status.
  return BY_STATUS[status] ?? 'refused';
}
