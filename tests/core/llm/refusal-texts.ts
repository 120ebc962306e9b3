import type { FailureKind } from '@/src/core/llm/endpoint-failures';

/**
 * One refusal as a server sends it: server, status (null: inside an answer), body, and the kinds that say no more than it does. The first
 * kind is the most specific; a kind that isn't listed is a false cause.
 */
export type Refusal = readonly [
  server: string,
  status: number | null,
  body: unknown,
  kinds: FailureKind | readonly [FailureKind, ...FailureKind[]],
  /** The label of the setting that the error names, in English. */
  label?: string,
];

/** The key that the requests of the tables send. */
export const SENT_KEY = 'sk-mine-00000000abcd1234';
/** The model that they request. */
export const REQUESTED = 'maker/large-2';

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

const invalid = { type: 'invalid_request_error' };

/** Refusals in the words of real servers, written before the rules that read them. A quarter fits no rule. */
export const REFUSALS: readonly Refusal[] = [
  [
    'OpenAI',
    401,
    said(
      'Incorrect API key provided: sk-mine-****************1234. You can find your API key at https://platform.openai.com/account/api-keys.',
      { ...invalid, param: null, code: 'invalid_api_key' },
    ),
    'key',
  ],
  [
    'OpenAI',
    429,
    said('You exceeded your current quota, please check your plan and billing details.', {
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    }),
    'quota',
  ],
  [
    'OpenAI',
    429,
    said(
      'Rate limit reached for maker/large-2 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 3000. Please try again in 4s.',
      { type: 'tokens', param: null, code: 'rate_limit_exceeded' },
    ),
    'busy',
  ],
  [
    'OpenAI',
    400,
    said(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { ...invalid, param: 'max_tokens', code: 'unsupported_parameter' },
    ),
    'setting',
    'Max tokens',
  ],
  [
    'OpenAI',
    400,
    said(
      'Function tools with reasoning_effort are not supported for maker/large-2 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to ‘none’.',
      { ...invalid, param: 'reasoning_effort', code: null },
    ),
    'other-route',
  ],
  [
    'OpenAI',
    404,
    said('The model `maker/large-2` does not exist or you do not have access to it.', {
      ...invalid,
      param: null,
      code: 'model_not_found',
    }),
    ['no-model', 'denied-model'],
  ],
  [
    'OpenAI',
    400,
    said(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 140012 tokens (138000 in the messages, 2012 in the functions). Please reduce the length of the messages or functions.",
      { ...invalid, param: 'messages', code: 'context_length_exceeded' },
    ),
    'too-long',
  ],
  [
    'OpenAI',
    403,
    said('Project `proj_x` does not have access to model `maker/large-2`', {
      ...invalid,
      param: null,
      code: 'model_not_found',
    }),
    ['denied-model', 'no-model'],
  ],
  [
    'OpenAI',
    400,
    said('Your organization must be verified to stream this model. Please verify it in the settings.', {
      ...invalid,
      param: 'stream',
      code: 'unsupported_value',
    }),
    'setting',
    'Stream the answer',
  ],
  [
    'OpenAI',
    400,
    said(
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.',
      { ...invalid, param: null, code: 'invalid_prompt' },
    ),
    'filtered',
  ],
  [
    'Anthropic',
    400,
    said(
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      invalid,
    ),
    'quota',
  ],
  [
    'Anthropic',
    400,
    said(
      '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult the documentation.',
      invalid,
    ),
    'setting',
    'Max tokens',
  ],
  ['Anthropic', 400, said('prompt is too long: 214315 tokens > 200000 maximum', invalid), 'too-long'],
  ['Anthropic', 529, said('Overloaded', { type: 'overloaded_error' }), ['server', 'busy']],
  [
    'Anthropic',
    429,
    said(
      "This request would exceed your organization's rate limit of 40,000 input tokens per minute (model: maker/large-2).",
      { type: 'rate_limit_error' },
    ),
    'busy',
  ],
  ['Anthropic', 404, said('model: maker/large-2', { type: 'not_found_error' }), 'no-model'],
  ['Anthropic', 413, said('Request exceeds the maximum size', { type: 'request_too_large' }), 'too-large'],
  [
    'Anthropic',
    400,
    said(
      'messages.1.content.0.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
      invalid,
    ),
    'too-large',
  ],
  [
    'Anthropic',
    400,
    said(
      'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for maker/large-2',
      invalid,
    ),
    'setting',
    'Max tokens',
  ],
  [
    'Anthropic',
    400,
    said('`temperature` may only be set to 1 when thinking is enabled.', invalid),
    'setting',
    'Temperature',
  ],
  [
    'Gemini',
    400,
    [
      said('API key not valid. Please pass a valid API key.', {
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      }),
    ],
    'key',
  ],
  [
    'Gemini',
    429,
    [
      said(
        'You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: free_tier_requests, limit: 20 Please retry in 26.3s.',
        { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '26s' }] },
      ),
    ],
    'busy',
  ],
  [
    'Gemini',
    429,
    said(
      "Quota exceeded for quota metric 'Generate Content API requests per minute' and limit 'GenerateContent request limit per minute for a region'.",
      { code: 429, status: 'RESOURCE_EXHAUSTED' },
    ),
    'busy',
  ],
  [
    'Gemini',
    400,
    said(
      'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive). Update the value and try again.',
      { code: 400, status: 'INVALID_ARGUMENT' },
    ),
    'setting',
    'Max tokens',
  ],
  [
    'Gemini',
    400,
    said('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', {
      code: 400,
      status: 'INVALID_ARGUMENT',
    }),
    'too-long',
  ],
  [
    'Gemini',
    400,
    said('Function calling is not enabled for models/gemma-3-27b-it', { code: 400 }),
    'no-tools',
  ],
  [
    'Gemini',
    404,
    said(
      'models/large-2 is not found for API version v1main, or is not supported for generateContent. Call ListModels to see the list of available models.',
      { code: 404, status: 'NOT_FOUND' },
    ),
    'no-model',
  ],
  [
    'Gemini',
    403,
    said('Your API key was reported as leaked. Please use another API key.', {
      code: 403,
      status: 'PERMISSION_DENIED',
    }),
    'key',
  ],
  [
    'Gemini',
    400,
    said('Invalid JSON payload received. Unknown name "topP" at \'generation_config\': Cannot find field.', {
      code: 400,
      status: 'INVALID_ARGUMENT',
    }),
    'setting',
    'Top P',
  ],
  [
    'Bedrock, LiteLLM',
    400,
    said(
      'litellm.BadRequestError: BedrockException - {"message":"The maximum tokens you requested exceeds the model limit of 8192. Try again with a maximum tokens value that is lower than 8192."}',
      { type: null, param: null, code: '400' },
    ),
    'setting',
    'Max tokens',
  ],
  [
    'Bedrock, LiteLLM',
    400,
    said(
      'litellm.BadRequestError: BedrockException - {"message":"This model doesn\'t support tool use in streaming mode."}',
    ),
    'setting',
    'Stream the answer',
  ],
  [
    'Bedrock, LiteLLM',
    400,
    said('litellm.BadRequestError: BedrockException - {"message":"Input is too long for requested model."}'),
    'too-long',
  ],
  [
    'Bedrock',
    403,
    { message: "You don't have access to the model with the specified model ID." },
    'denied-model',
  ],
  [
    'LiteLLM',
    429,
    said(
      'litellm.RateLimitError: RateLimitError: OpenAIException - You exceeded your current quota, please check your plan and billing details.',
      { type: 'throttling_error', param: null, code: '429' },
    ),
    'quota',
  ],
  [
    'LiteLLM',
    500,
    said(
      "litellm.APIConnectionError: OpenAIException - Response payload is not completed: <TransferEncodingError: 400, message='Not enough data to satisfy transfer length header.'>",
      { type: null, param: null, code: '500' },
    ),
    'server',
  ],
  [
    'LiteLLM',
    400,
    said(
      'litellm.BadRequestError: You passed in model=maker/large-2. There are no healthy deployments for this model',
      { code: '400' },
    ),
    'no-model',
  ],
  [
    'LiteLLM',
    400,
    said('Budget has been exceeded! Current cost: 0.0012, Max budget: 0.001', {
      type: 'budget_exceeded',
      code: '400',
    }),
    'quota',
  ],
  [
    'LiteLLM',
    401,
    said(
      'Authentication Error, Invalid proxy server token passed. Received API Key = sk-...1234, Key Hash (Token) =77ab. Unable to find token in cache or `LiteLLM_VerificationTokenTable`',
      { type: 'token_not_found_in_db', param: 'key', code: '401' },
    ),
    'key',
  ],
  [
    'LiteLLM',
    401,
    said(
      'litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key provided: sk-prov*****9999. You can find your API key at https://platform.openai.com/account/api-keys.',
      { code: '401' },
    ),
    'upstream-key',
  ],
  [
    'LiteLLM',
    401,
    said(
      'litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key provided: sk-mine*****1234. You can find your API key at https://platform.openai.com/account/api-keys.',
      { code: '401' },
    ),
    'key',
  ],
  [
    'LiteLLM',
    403,
    said(
      "key not allowed to access model. This key can only access models=['a']. Tried to access maker/large-2",
      {
        type: 'key_model_access_denied',
        param: 'model',
        code: '403',
      },
    ),
    'denied-model',
  ],
  [
    'LiteLLM',
    400,
    said(
      '/chat/completions: Invalid model name passed in model=maker/large-2. Call `/v1/models` to view available models for your key.',
      { code: '400' },
    ),
    'no-model',
  ],
  [
    'LiteLLM',
    408,
    said('litellm.Timeout: Request timed out. Error_str: Request timed out.', { code: '408' }),
    'timeout',
  ],
  [
    'Azure',
    404,
    said('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' }),
    'no-model',
  ],
  [
    'Azure',
    400,
    said(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      { code: 'content_filter', param: 'prompt', type: null, status: 400 },
    ),
    'filtered',
  ],
  [
    'Azure',
    401,
    said(
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription.',
      { code: '401' },
    ),
    'key',
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message:
        'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_prompt',
      code: '3051',
    },
    'too-long',
  ],
  [
    'Mistral',
    422,
    {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'reasoning_effort'],
          msg: 'Extra inputs are not permitted',
          input: 'high',
        },
      ],
    },
    'setting',
    'Reasoning effort',
  ],
  [
    'Mistral',
    400,
    { object: 'error', message: 'Invalid model: maker/large-2', type: 'invalid_model', code: '1500' },
    'no-model',
  ],
  [
    'DeepSeek',
    402,
    said('Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }),
    'quota',
  ],
  ['DeepSeek', 400, said('Content Exists Risk', invalid), 'filtered'],
  [
    'DeepSeek',
    400,
    said('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', invalid),
    'setting',
    'Max tokens',
  ],
  [
    'DeepSeek',
    401,
    said('Authentication Fails, Your api key: ****1234 is invalid', { type: 'authentication_error' }),
    'key',
  ],
  ['DeepSeek', 400, said('maker/large-2 does not support Function Calling', invalid), 'no-tools'],
  [
    'Groq',
    413,
    said(
      'Request too large for model `maker/large-2` in organization `org` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    'minute-limit',
  ],
  ['Groq', 400, said('Failed to call a function.', { ...invalid, code: 'tool_use_failed' }), 'bad-call'],
  [
    'Groq',
    403,
    said(
      'The model `maker/large-2` is blocked at the organization level. Please have the org admin enable it.',
      {
        type: 'permissions_error',
        code: 'model_permission_blocked_org',
      },
    ),
    'denied-model',
  ],
  [
    'Groq',
    400,
    said(
      "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)]",
      invalid,
    ),
    'no-images',
  ],
  [
    'Together',
    422,
    said(
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
      invalid,
    ),
    'too-long',
  ],
  [
    'OpenRouter',
    404,
    said('No endpoints found that support tool use. To learn more about provider routing, visit the docs.', {
      code: 404,
    }),
    'no-tools',
  ],
  [
    'OpenRouter',
    402,
    said(
      'This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 1234.',
      { code: 402 },
    ),
    'quota',
  ],
  [
    'OpenRouter',
    403,
    said('Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys', {
      code: 403,
    }),
    'quota',
  ],
  [
    'OpenRouter',
    429,
    said('Provider returned error', {
      code: 429,
      metadata: { raw: 'maker/large-2 is temporarily rate-limited upstream. Please retry shortly.' },
    }),
    'busy',
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 32768. This model's maximum context length is 8192 tokens and your request has 100 input tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    'setting',
    'Max tokens',
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      code: 400,
    },
    'tools-off',
  ],
  [
    'vLLM',
    400,
    said('At most 0 image(s) may be provided in one prompt.', { type: 'BadRequestError', code: 400 }),
    'no-images',
  ],
  [
    'SGLang',
    400,
    {
      object: 'error',
      message: "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
      type: 'BadRequestError',
      code: 400,
    },
    'too-long',
  ],
  ['llama.cpp', 503, said('Loading model', { code: 503, type: 'unavailable_error' }), 'loading'],
  [
    'llama.cpp',
    400,
    said('the request exceeds the available context size, try increasing it', {
      code: 400,
      type: 'exceed_context_size_error',
      n_prompt_tokens: 5115,
      n_ctx: 4096,
    }),
    'too-long',
  ],
  [
    'llama.cpp',
    500,
    said('tools param requires --jinja flag', { code: 500, type: 'server_error' }),
    'tools-off',
  ],
  [
    'Ollama',
    400,
    said('registry.ollama.ai/library/gemma:latest does not support tools', { type: 'api_error' }),
    'no-tools',
  ],
  [
    'Ollama',
    404,
    said('model "maker/large-2" not found, try pulling it first', { type: 'api_error' }),
    'no-model',
  ],
  [
    'LM Studio',
    400,
    {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    },
    'too-long',
  ],
  [
    'new-api',
    403,
    said('该令牌无权访问模型 maker/large-2 (request id: 20260101)', { type: 'new_api_error', code: '' }),
    'denied-model',
  ],
  [
    'new-api',
    401,
    said('该令牌额度已用尽 TokenStatusExhausted[sk-mine***1234]', { type: 'new_api_error', code: '' }),
    'quota',
  ],
  // Fits no rule: another language, another cause, or causes that contradict each other.
  ['a server in German', 400, said('Die Anfrage konnte nicht verarbeitet werden.'), 'refused'],
  ['a server in Japanese', 400, said('入力トークン数 9000 が上限 8192 を超えています'), 'refused'],
  ['a server in French', 400, said('Le solde du compte est insuffisant.'), 'refused'],
  ['a server in Russian', 400, said('Модель не поддерживает инструменты.'), 'refused'],
  ['a server in Spanish', 422, said('El parámetro no es válido para esta cuenta.'), 'refused'],
  [
    'OpenAI',
    400,
    said("Invalid schema for function 'x': object schema missing properties.", {
      param: 'tools[0].function.parameters',
      code: 'invalid_function_parameters',
    }),
    'refused',
  ],
  [
    'OpenAI',
    400,
    said("Invalid 'tools[3].function.name': string does not match pattern.", {
      param: 'tools[3].function.name',
      code: 'invalid_value',
    }),
    'refused',
  ],
  [
    'OpenAI',
    400,
    said("messages with role 'tool' must be a response to a preceding message with 'tool_calls'.", {
      ...invalid,
      param: 'messages.[3].role',
    }),
    'refused',
  ],
  [
    'OpenAI',
    400,
    said("Invalid 'tools': array too long. Expected an array with maximum length 128, but got 140.", {
      ...invalid,
      code: 'array_above_max_length',
    }),
    'refused',
  ],
  ['Anthropic', 400, said('This organization has been disabled.', invalid), 'refused'],
  [
    'Anthropic',
    400,
    said('`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.', invalid),
    'refused',
  ],
  [
    'Anthropic',
    400,
    said(
      'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
      invalid,
    ),
    'refused',
  ],
  [
    'Gemini',
    400,
    said('User location is not supported for the API use.', { status: 'FAILED_PRECONDITION' }),
    'refused',
  ],
  [
    'Gemini',
    403,
    said(
      'Generative Language API has not been used in project 123 before or it is disabled. Enable it, then retry.',
      { status: 'PERMISSION_DENIED' },
    ),
    'refused',
  ],
  [
    'Gemini',
    400,
    said(
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      { status: 'INVALID_ARGUMENT' },
    ),
    'refused',
  ],
  [
    'Bedrock',
    400,
    {
      message:
        "Invocation of model ID maker/large-2 with on-demand throughput isn't supported. Retry with an inference profile.",
    },
    'refused',
  ],
  [
    'Mistral',
    400,
    { object: 'error', message: 'Not the same number of function calls and responses', code: '3230' },
    'refused',
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message:
        'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      code: '3230',
    },
    'refused',
  ],
  [
    'DeepSeek',
    400,
    said('The reasoning_content in the thinking mode must be passed back to the API.', invalid),
    'refused',
  ],
  ['vLLM', 400, said('This model only supports single tool-calls at once!'), 'refused'],
  [
    'LM Studio',
    400,
    { error: 'The model has crashed without additional information. (Exit code: 1)' },
    'refused',
  ],
  [
    'Portkey',
    400,
    { status: 'failure', message: 'Either x-portkey-config or x-portkey-provider header is required' },
    'refused',
  ],
  ['a gateway', 403, said('Your IP 203.0.113.7 is not in the allowlist of this workspace.'), 'refused'],
  ['a gateway', 400, said('Zero data retention is required for this workspace.'), 'refused'],
  ['a gateway', 400, said('Duplicate header: Content-Type'), 'refused'],
];

/** Neighbours of the refusals above, written after the rules that read them. */
export const NEIGHBOURS: readonly Refusal[] = [
  [
    'Anthropic, behind a gateway',
    400,
    said('max_tokens must exceed thinking.budget_tokens (got 1024 and 2048)'),
    'setting',
    'Max tokens',
  ],
  [
    'Gemini',
    400,
    said('The thinking budget 100000 is invalid. Please choose a value between 512 and 24576.', {
      status: 'INVALID_ARGUMENT',
    }),
    ['setting', 'refused'],
    'Reasoning effort',
  ],
  [
    'Bedrock',
    400,
    { message: 'The model returned the following errors: max_tokens_to_sample: range: 1..4096' },
    ['setting', 'refused'],
    'Max tokens',
  ],
  [
    'Vertex',
    400,
    said(
      'Unable to submit request because it has a maxOutputTokens value of 9999999 but the supported range is from 1 to 8193.',
    ),
    'setting',
    'Max tokens',
  ],
  ['a gateway', 403, said('Your account balance is insufficient. Please recharge your account.'), 'quota'],
  ['a gateway', 429, said('Account in arrears, the service has been suspended.'), 'quota'],
  ['a gateway', 429, said('账户余额不足，请充值'), 'refused'],
  ['a gateway', 429, said('Saldo insuficiente.'), 'refused'],
  ['a gateway', 403, said('Konto gesperrt.'), 'refused'],
  ['a strict server', 400, said('Invalid parameter', { param: '/temperature' }), 'setting', 'Temperature'],
  [
    'a strict server',
    422,
    said('Property reasoningEffort is not allowed here'),
    'setting',
    'Reasoning effort',
  ],
  ['a strict server', 400, said("'top-p' must be between 0 and 1"), 'setting', 'Top P'],
  ['a strict server', 400, said('generation_config.temperature: must be <= 1'), 'setting', 'Temperature'],
  [
    'a strict server',
    400,
    said('Value out of range', { param: 'generationConfig.maxOutputTokens' }),
    'setting',
    'Max tokens',
  ],
  ['a gateway', 400, said('Unsupported value', { param: 'reasoning_effort' }), 'setting', 'Reasoning effort'],
  [
    'a gateway, OpenAI',
    502,
    said(
      'Upstream: tool calling with a reasoning effort is only available through the Responses API (/v1/responses).',
    ),
    'other-route',
  ],
  [
    'a gateway, OpenAI',
    400,
    said('Tools cannot be used when reasoning effort is set; they are not supported together.'),
    ['setting', 'refused'],
    'Reasoning effort',
  ],
  ['SGLang', 400, said('Please set --tool-call-parser to use tools with this model'), 'tools-off'],
  ['a local server', 400, said('Tool use is disabled for this model.'), 'no-tools'],
  ['a local server', 500, said('this model is missing data required for image input'), 'no-images'],
  ['a local server', 400, said('maker/large-2 is a text-only model'), 'no-images'],
  ['a local server', 400, said('The conversation ran out of context.'), 'too-long'],
  [
    'a local server',
    500,
    said('The prompt does not fit into the context window (9000 of 4096 tokens).'),
    'too-long',
  ],
  ['a gateway', 403, said('Access to this API has been disabled by your organization’s policy.'), 'refused'],
  ['a gateway', 403, said('API keys are disabled by your organization.'), 'refused'],
  ['new-api', 400, said('prompt contains sensitive words', { code: 'sensitive_words_detected' }), 'filtered'],
  ['one-api', 403, said('该令牌无权使用模型：maker/large-2'), 'denied-model'],
  [
    'new-api',
    503,
    said('分组 default 下模型 maker/large-2 无可用渠道（distributor）', { code: 'model_not_found' }),
    'no-model',
  ],
  [
    'LiteLLM',
    429,
    said('litellm.RateLimitError: RateLimitError: DeepseekException - Insufficient Balance', { code: '429' }),
    'quota',
  ],
  [
    'LiteLLM',
    500,
    said(
      'litellm.InternalServerError: AnthropicException - Connection reset: <ClientOSError: [Errno 104] Connection reset by peer>',
      { code: '500' },
    ),
    'server',
  ],
  [
    'LiteLLM',
    429,
    said('No deployments available for selected model, Try again in 5 seconds. Passed model=maker/large-2.', {
      code: '429',
    }),
    'busy',
  ],
  [
    'a gateway that passes keys on',
    401,
    said('upstream error: invalid key sk-mine-...1234', { type: 'upstream_error' }),
    'key',
  ],
  [
    'a Go server',
    500,
    said('context deadline exceeded (Client.Timeout exceeded while awaiting headers)'),
    ['server', 'timeout'],
  ],
  [
    'a server in Go',
    400,
    said('json: cannot unmarshal string into Go struct field ChatRequest.messages of type []api.Message'),
    'refused',
  ],
  ['Hugging Face', 503, { error: 'Model maker/large-2 is currently loading', estimated_time: 20 }, 'loading'],
  ['a local server', 500, said('Error loading model: not enough memory'), 'server'],
  ['a gateway', 400, said('Supported parameters are: temperature, top_p, max_tokens.'), 'refused'],
  ['a gateway', 400, said('Parallel tool calls are not supported.'), 'refused'],
  ['a gateway', 404, said('模型不存在'), 'refused'],
  ['a gateway', 400, said('Invalid API key, and the model maker/large-2 was not found.'), 'refused'],
];
