import { describe, expect, it } from 'vitest';
import { type EndpointFailure, endpointError } from '@/src/core/llm/endpoint-error';
import { english } from '@/src/core/text/english';

const KEY = 'sk-"odd key"/1234567890';
const HEADER_VALUES = ['Bearer gate-7777-open', 'Odd gate   7777 "open"', 'on'];

function failure(fields: Partial<EndpointFailure>): EndpointFailure {
  return {
    host: 'models.example',
    secrets: [KEY, ...HEADER_VALUES],
    model: 'maker/large-2',
    hasListedModels: false,
    status: null,
    sent: EVERYTHING,
    retryAfterMs: null,
    asksLogin: false,
    nowMs: Number.NaN,
    body: '',
    ...fields,
  };
}

const EVERYTHING = [
  ...['model', 'messages', 'stream', 'tools', 'image_url', 'temperature', 'top_p'],
  ...['reasoning_effort', 'max_tokens'],
];

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('the code of an endpoint error', () => {
  it.each([
    [400, said('API key not valid. Please pass a valid API key.'), 'auth'],
    [400, said('nope', { code: 'invalid_api_key' }), 'auth'],
    [404, said('nothing here', { code: 'model_not_found' }), 'model-not-found'],
    [404, said('nothing here', { param: 'model' }), 'model-not-found'],
    [400, said('maker/large-2 is not a valid model ID'), 'model-not-found'],
    [404, '404 page not found', 'wrong-address'],
    [404, said('Invalid URL (POST /chat/completions)'), 'wrong-address'],
    [404, 'Cannot POST /models-proxy/chat/completions', 'wrong-address'],
    [404, '<html>Our models are great</html>', 'wrong-address'],
    [400, said('x', { code: 'context_length_exceeded' }), 'context-too-long'],
    [400, said('the request exceeds the available context size', { type: 'other' }), 'context-too-long'],
    [422, { detail: 'prompt is too long: 200001 tokens > 200000 maximum' }, 'context-too-long'],
    [500, said('context window cache crashed'), 'server'],
    [502, '<html>Bad gateway</html>', 'server'],
    [null, { message: 'Slow down', type: 'rate_limit_exceeded' }, 'rate-limit'],
    [null, { message: 'x', code: '401' }, 'protocol'],
    [null, { message: 'Invalid key', code: '401' }, 'auth'],
    [null, { message: 'x', code: 502 }, 'server'],
    [null, { message: 'x', type: 'invalid_request_error' }, 'protocol'],
    [null, { message: 'x', type: 'upstream_timeout' }, 'timeout'],
    [null, { message: 'cooling down', code: 'model_cooldown', reset_seconds: 34 }, 'rate-limit'],
    [503, said('auth_unavailable: no auth available', { type: 'server_error' }), 'server'],
    [null, null, 'server'],
  ])('with status %s and %j is %s', (status, body, code) => {
    const text = status === null || typeof body === 'string' ? body : JSON.stringify(body);

    expect(endpointError(failure({ status, body: text })).code).toBe(code);
  });

  it('is never model-not-found if the request names no model', () => {
    const error = endpointError(failure({ status: 404, model: null, body: 'no model list at /v1/models' }));

    expect(error.code).toBe('wrong-address');
  });
});

describe('an error in the words of', () => {
  const LONG = [null, 400, 413, 422] as const;
  const provider = (raw: unknown, code: number) =>
    said('Provider returned error', { code, metadata: { raw, provider_name: 'Maker' } });

  type Said = readonly [who: string, statuses: readonly (number | null)[], ...bodies: unknown[]];

  const ERRORS: readonly (readonly [code: string, remedy: string, ...Said[]])[] = [
    [
      'context-too-long',
      'new chat',
      [
        'vLLM',
        LONG,
        said('The decoder prompt (length 9000) is longer than the maximum model length of 8192.'),
      ],
      [
        'GitHub’s Copilot',
        LONG,
        said('prompt token count of 200000 exceeds the limit of 128000', {
          code: 'model_max_prompt_tokens_exceeded',
        }),
      ],
      [
        'text-generation-inference, without and with the answer',
        LONG,
        { error: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000' },
        { error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.' },
      ],
      [
        'Gemini',
        LONG,
        [
          said('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', {
            status: 'INVALID_ARGUMENT',
          }),
        ],
      ],
      [
        'Anthropic',
        LONG,
        said('input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'),
      ],
      ['TabbyAPI', LONG, { detail: 'Prompt length 9000 is greater than max_seq_len 8192' }],
      [
        'DashScope',
        LONG,
        said('<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]'),
      ],
      [
        'Mistral',
        LONG,
        said('Prompt contains 40000 tokens, too large for model with 32768 maximum context length'),
      ],
      ['LM Studio', LONG, { error: 'The model is loaded with context length of only 4096 tokens' }],
      ['llama.cpp', [400, 500], said('Context size has been exceeded.', { type: 'server_error' })],
      ['Ollama, after it dropped the user’s message', [500], said('no user query found in messages')],
      [
        'OpenRouter, from its provider',
        [400],
        provider('{"error":{"message":"This model\'s maximum context length is 8192 tokens."}}', 400),
      ],
    ],
    [
      'protocol',
      'in other words',
      [
        'a filter of OpenAI, Anthropic, xAI and DeepSeek',
        [400, 403],
        said('Your request was rejected as a result of our safety system.', { code: 'moderation_blocked' }),
        said('Output blocked by content filtering policy', { type: 'invalid_request_error' }),
        said('Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO'),
        said('Content Exists Risk', { type: 'invalid_request_error' }),
      ],
      [
        'OpenRouter’s moderation',
        [403, null],
        said('maker/large-2 requires moderation on Maker. Your input was flagged for "violence".', {
          code: 403,
        }),
      ],
      [
        'Azure’s content filter',
        [400],
        said('The response was filtered due to the prompt triggering the content management policy.', {
          code: 'content_filter',
          param: 'prompt',
        }),
      ],
    ],
    [
      'protocol',
      'It says: “',
      [
        'OpenAI and Gemini about the place of the user',
        [400, 403],
        said('Country, region, or territory not supported', { code: 'unsupported_country_region_territory' }),
        said('User location is not supported for the API use.', { status: 'FAILED_PRECONDITION' }),
      ],
    ],
    [
      'protocol',
      'accepts tools',
      [
        'Groq and Gemini',
        [400],
        said('`tool calling` is not supported with this model'),
        said('Function calling is not enabled for models/gemma-3-27b-it'),
      ],
      ['OpenRouter', [404], said('No endpoints found that support tool use. To learn more …', { code: 404 })],
      ['Ollama', [400], { error: 'registry.example/gemma:latest does not support tools' }],
    ],
    [
      'protocol',
      'Start it with the option',
      [
        'llama.cpp and vLLM, started without tools',
        [400, 500],
        said('tools param requires --jinja flag'),
        said('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
      ],
    ],
    [
      'wrong-address',
      'protection',
      [
        'Cloudflare, of a blocked address',
        [403],
        '<html><head><title>Access denied | api.example used Cloudflare to restrict access</title></head></html>',
      ],
      ['Cloudflare', [403, 503], '<!DOCTYPE html>\n<html><head><title>Just a moment...</title>'],
    ],
    [
      'rate-limit',
      'Wait a little',
      [
        'a gateway to Bedrock',
        LONG,
        said(
          'An error occurred (ThrottlingException) when calling the ConverseStream operation (reached max retries: 4): Too many tokens, please wait before trying again.',
        ),
      ],
      ['Bedrock', [429], { message: 'Too many tokens, please wait before trying again.' }],
      [
        'Groq, for too many tokens',
        [413, 429],
        said('Rate limit reached on tokens per minute (TPM)', { code: 'rate_limit_exceeded' }),
      ],
      [
        'OpenRouter, for its provider’s limit',
        [429],
        provider('x is temporarily rate-limited upstream.', 429),
      ],
    ],
    [
      'context-too-long',
      'raise the limit',
      [
        'Groq',
        [413],
        said('Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000', {
          type: 'tokens',
          code: 'rate_limit_exceeded',
        }),
      ],
      [
        'OpenAI',
        [429],
        said('Request too large for x on tokens per min (TPM): Limit 30000, Requested 342389.'),
      ],
    ],
    [
      'model-not-found',
      'another model',
      [
        'OpenRouter, without a provider',
        [404],
        said('No endpoints found matching your data policy.', { code: 404 }),
      ],
      [
        'Azure, without the deployment',
        [404],
        said('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' }),
      ],
      [
        'Hugging Face',
        [400],
        said('The requested model is not supported by any provider you have enabled.', {
          code: 'model_not_supported',
          param: 'model',
        }),
      ],
      [
        'Groq, for an old model',
        [400],
        said('The model has been decommissioned.', { code: 'model_decommissioned' }),
      ],
      [
        'Bedrock, for an unknown model',
        [400],
        said('BedrockException - {"message":"The provided model identifier is invalid."}'),
      ],
    ],
    [
      'auth',
      'connection’s key',
      [
        'LiteLLM without a database',
        [400],
        said('No connected db.', { type: 'no_db_connection', code: '400' }),
      ],
      [
        'Gemini',
        [400],
        [said('API key expired. Please renew it.', { status: 'INVALID_ARGUMENT' })],
        [said('API Key not found. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' })],
      ],
    ],
    [
      'answer-unusable',
      'Try again',
      [
        'Groq, for a call',
        [400],
        said('Failed to call a function.', { type: 'invalid_request_error', code: 'tool_use_failed' }),
      ],
      [
        'Gemini, for a call',
        [null],
        { message: 'The answer ended with the finish reason malformed_function_call.' },
      ],
    ],
    [
      'wrong-address',
      '/v1',
      ['LM Studio, without /v1', [null], 'Unexpected endpoint or method. (POST /chat/completions)'],
      ['FastAPI, at another address', [405], { detail: 'Method Not Allowed' }],
    ],
    [
      'setting-refused',
      'Change “Max tokens”',
      [
        'vLLM, for the limit of the answer',
        [400],
        said(
          "'max_tokens' or 'max_completion_tokens' is too large: 32768. This model's maximum context length is 8192 tokens.",
        ),
      ],
      [
        'Anthropic, for the limit of the answer',
        [400],
        said('max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for x'),
      ],
    ],
    [
      'quota-used-up',
      'check the account',
      ['Moonshot', [429], said('Your account is suspended.', { type: 'exceeded_current_quota_error' })],
      ['Z.ai', [429], said('Insufficient balance or no resource package.', { code: '1113' })],
      [
        'xAI',
        [429],
        {
          code: 'Some resource has been exhausted',
          error: 'Your team has either used all available credits or reached its monthly spending limit.',
        },
      ],
    ],
    [
      'quota-used-up',
      'check the account',
      [
        'xAI, without credits',
        [403],
        { error: "Your newly created team doesn't have any credits yet: see https://console.x.ai/team" },
      ],
      [
        'OpenRouter, at the limit of a key',
        [403],
        said('Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys'),
      ],
      [
        'Anthropic, without credits',
        [400],
        said('Your credit balance is too low to access the Anthropic API.'),
      ],
    ],
    [
      'protocol',
      'It says: “The moon is full.”',
      ['nobody known', [400, 409, 418], said('The moon is full.')],
    ],
    ['server', 'Try again', ['nobody known', [null, 500, 503], said('The moon is full.')]],
  ];

  it.each(
    ERRORS.flatMap(([code, remedy, ...rows]) =>
      rows.map(([who, statuses, ...bodies]) => ({ code, remedy, who, statuses, bodies })),
    ),
  )('$who → $code, and “$remedy”: HTTP $statuses', ({ code, remedy, statuses, bodies }) => {
    for (const status of statuses)
      for (const body of bodies) {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const error = endpointError(failure({ status, body: text }));

        expect([status, error.code, english(error.remedy)]).toEqual([
          status,
          code,
          expect.stringContaining(remedy),
        ]);
        expect(error.details?.length).toBeGreaterThan('inside the answer: '.length);
      }
  });

  it('OpenRouter’s provider, as text or JSON, is shown', () => {
    const of = (raw: unknown) =>
      endpointError(failure({ status: 400, body: JSON.stringify(provider(raw, 400)) }));

    expect(of('{"error":{"message":"Bad image","param":"x"}}').details).toBe(
      'HTTP 400: Provider returned error: Bad image',
    );
    expect(of({ error: 'Bad image' }).details).toBe('HTTP 400: Provider returned error: Bad image');
    expect(of('Bad image').details).toBe('HTTP 400: Provider returned error: Bad image');
    expect(of('').details).toBe('HTTP 400: Provider returned error');
  });
});

describe('a proxy’s error about its provider', () => {
  const exhausted = (details: object, more: object = {}) => ({
    error: {
      message: 'All 1 credential(s) exhausted for x',
      type: 'proxy_all_credentials_exhausted',
      details,
      ...more,
    },
  });
  const refused = { credential: 'sk-...4f2a', error_type: 'authentication', status_code: 401, message: 'No' };
  const UPSTREAM_KEY = 'The provider behind models.example refused the key that the endpoint has for it.';

  it.each([
    ['a rate limit', exhausted({ normal_error_summary: '1 rate_limit' }), 'rate-limit'],
    ['a quota', exhausted({ normal_error_summary: '3 quota_exceeded' }), 'rate-limit'],
    [
      'a rate limit beside failures',
      exhausted({ normal_error_summary: '1 server_error, 1 rate_limit' }),
      'rate-limit',
    ],
    [
      'a rate limit with the status 503',
      exhausted({ normal_error_summary: '1 rate_limit' }, { status: 503 }),
      'rate-limit',
    ],
    ['a rejected request', exhausted({ normal_error_summary: '1 invalid_request' }), 'protocol'],
    [
      'a request that is too long',
      exhausted({ normal_error_summary: '1 context_window_exceeded' }),
      'context-too-long',
    ],
    ['a server error', exhausted({ normal_error_summary: '2 server_error' }), 'server'],
    ['a failed connection', exhausted({ normal_error_summary: '1 api_connection' }), 'server'],
    [
      'a rate limit beside a rejected key',
      exhausted({ normal_error_summary: '1 rate_limit', abnormal_errors: [refused] }),
      'rate-limit',
    ],
    [
      'a timeout',
      { error: { message: 'Timed out', type: 'proxy_timeout', details: { timeout: true } } },
      'timeout',
    ],
    ['no reason', exhausted({}), 'server'],
    ['invalid details', exhausted({ normal_error_summary: 5, abnormal_errors: {} }), 'server'],
  ])('with the reason %s → that code', (_, body, code) => {
    expect(endpointError(failure({ body })).code).toBe(code);
  });

  it.each([
    ['a rejected credential', null, exhausted({ abnormal_errors: [refused] })],
    [
      'a credential without permission',
      null,
      exhausted({ abnormal_errors: [{ ...refused, error_type: 'forbidden', status_code: 403 }] }),
    ],
    ['another key, masked', 401, said('Incorrect API key provided: sk-pr****************abcd.')],
    ['another key after a colon', 401, said('Bad API key: "gsk_0123456789abcdef"')],
    ['another key, whole', 401, said('Incorrect API key provided: sk-upstream-0001')],
    [
      'its page for keys',
      401,
      said('Wrong API key. Find yours at https://platform.openai.com/account/api-keys.'),
    ],
    ['a header that Steward doesn’t send', 401, said('invalid x-api-key', { type: 'authentication_error' })],
    ['the upstream', 403, said('upstream refused the credentials')],
    ['a proxy’s library', 401, said('litellm.AuthenticationError: OpenAIException - no such key')],
    ['the provider, in a stream', null, { message: 'Provider returned error', code: 401 }],
  ])('that names %s → not the connection’s key', (_, status, body) => {
    expect(endpointError(failure({ status, body }))).toMatchObject({
      code: 'protocol',
      message: UPSTREAM_KEY,
      remedy: 'Check the provider’s key at the endpoint, or choose another model.',
    });
  });

  it.each([
    ['api.anthropic.com', 'invalid x-api-key'],
    [
      'generativelanguage.googleapis.com:443',
      'Invalid credentials. See https://developers.google.com/identity.',
    ],
    ['openai.com', 'Incorrect API key provided: sk-other-0001'],
  ])('at %s, a provider itself → the connection’s key', (host, message) => {
    expect(endpointError(failure({ host, status: 401, body: said(message) })).code).toBe('auth');
  });

  it.each([
    ['nothing', 'x', 'models.example', ''],
    [
      'the connection’s key, whole',
      'sk-mine-000000001234',
      'models.example',
      said('Incorrect API key provided: sk-mine-000000001234'),
    ],
    [
      'the connection’s key, masked',
      'sk-mine-000000001234',
      'models.example',
      said('Incorrect API key provided: sk-mi*******1234.'),
    ],
    [
      'the connection’s key, masked after an equals sign (LiteLLM)',
      'sk-mine-000000001234',
      'models.example',
      said('Invalid proxy server token passed. Received API Key = sk-...1234, not found in LiteLLM_Tokens'),
    ],
    ['a long word after “key”', 'x', 'models.example', said('Invalid API key authentication')],
    ['dots after “key”', 'x', 'models.example', said('Wrong API key...')],
    [
      'the endpoint’s own page',
      'x',
      'api.openai.com',
      said('Wrong key. Find yours at https://platform.openai.com.'),
    ],
  ])('that names %s → the connection’s key', (_, key, host, body) => {
    expect(endpointError(failure({ status: 401, host, secrets: [key], body })).code).toBe('auth');
  });

  it.each([
    ['reset_seconds (CLIProxyAPI)', { reset_seconds: 34 }, 34_000],
    ['retry_after', { retry_after: '7' }, 7_000],
    ['retryDelay (Google)', { details: [{ '@type': 'x' }, { retryDelay: '1.5s' }] }, 1_500],
    ['more than a day', { reset_seconds: 562_476 }, 86_400_000],
    ['a negative number', { reset_seconds: -1 }, null],
    ['a word', { reset_seconds: 'soon', retry_after: {} }, null],
  ])('that requests a wait with %s → that wait', (_, fields, waitMs) => {
    const error = endpointError(failure({ status: 429, body: said('x', fields) }));

    expect(error.report?.retryAfterMs).toBe(waitMs);
  });

  it.each([
    ['parameter', { param: 'max_tokens'.repeat(20_000) }],
    ['code', { code: `${'max_prompt_tokens'.repeat(20_000)} ` }],
    ['code of a proxy', { details: { normal_error_summary: `${'max_prompt_tokens'.repeat(20_000)} ` } }],
    ['wait', { retry_after: `${'1sec'.repeat(20_000)}!` }],
  ])('is read in bounded time if its %s is very long', (_, fields) => {
    expect(endpointError(failure({ status: 400, body: said('x', fields) })).code).toBe('protocol');
  });

  it('whose header requests another wait → the header’s', () => {
    const error = endpointError(
      failure({ status: 429, retryAfterMs: 5_000, body: said('x', { reset_seconds: 34 }) }),
    );

    expect(error.report?.retryAfterMs).toBe(5_000);
  });
});

describe('the message of an endpoint error', () => {
  it.each([
    [[said('Too big')], 'HTTP 400: Too big'],
    [{ error: 'Too big' }, 'HTTP 400: Too big'],
    [{ detail: 'Too big' }, 'HTTP 400: Too big'],
    [{ object: 'error', message: 'Too\n  big', code: 400 }, 'HTTP 400: Too big'],
    [{ detail: [{ loc: ['body'] }] }, 'HTTP 400: {"detail":[{"loc":["body"]}]}'],
    [{ error: { message: 5, code: {} } }, 'HTTP 400: {"message":5,"code":{}}'],
    [7, 'HTTP 400: 7'],
    [{ error: { message: 'Too big', code: null, type: 7 } }, 'HTTP 400: Too big'],
  ])('is found in %j', (body, details) => {
    expect(endpointError(failure({ status: 400, body: JSON.stringify(body) })).details).toBe(details);
  });

  it.each([
    ['nested deeper than the stack', JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    ['missing', undefined],
  ])('is empty if it is %s', (_, body) => {
    expect(endpointError(failure({ body })).details).toBe('inside the answer');
  });

  it('is cut to 500 characters, including status and wait', () => {
    const { details } = endpointError(failure({ status: 429, retryAfterMs: 1_500, body: 'x'.repeat(2_000) }));

    expect(details).toHaveLength(500);
    expect(details).toMatch(/^HTTP 429; retry after 1500 ms: x+$/);
  });

  it.each([
    ['as text', `Wrong key: ${KEY}`],
    ['in JSON', JSON.stringify(said(`Wrong key: ${KEY}`))],
    ['in JSON that is not understood', JSON.stringify({ sent: { authorization: `Bearer ${KEY}` } })],
    ['in an address', `GET /?key=${encodeURIComponent(KEY)}`],
    ['where the cut would fall', `${'x'.repeat(475)} ${KEY}`],
  ])('never contains the key: %s', (_, body) => {
    const { message, remedy, details } = endpointError(failure({ status: 401, body }));

    expect(`${message} ${english(remedy)} ${details}`).not.toMatch(/sk-|odd key|odd%20key|1234567890/);
    expect(details).toContain('[key');
  });

  it.each([
    ['whole', 'No entry on Bearer gate-7777-open', 'HTTP 401: No entry on [key removed]'],
    ['without its first word', 'No entry on gate-7777-open', 'HTTP 401: No entry on [key removed]'],
    ['with fewer spaces', 'No entry on gate  7777 "open"', 'HTTP 401: No entry on [key removed]'],
    ['too short to be a secret', 'on and on', 'HTTP 401: on and on'],
  ])('contains a header’s value only if it is short: %s', (_, body, details) => {
    expect(endpointError(failure({ status: 401, body })).details).toBe(details);
  });

  it.each([
    [
      { status: 401 },
      'auth',
      'The endpoint models.example didn’t accept the key.',
      'Check the connection’s key.',
    ],
    [
      { status: 401, hasListedModels: true },
      'auth',
      'The endpoint models.example didn’t accept the key for this model, though it lists its models with the same key.',
      'Check the connection’s key. If it is right, the endpoint’s own key for the model’s provider was refused: check that one, or choose another model.',
    ],
    [
      { status: 403 },
      'auth',
      'The endpoint models.example refused access.',
      'Check the connection’s key; a local server may need a setting to accept requests from browser extensions.',
    ],
    [
      { body: { message: 'x', type: 'authentication_error' } },
      'auth',
      'The endpoint models.example didn’t accept the key.',
      'Check the connection’s key.',
    ],
    [
      { status: 413 },
      'context-too-long',
      'The server models.example takes no request of that size.',
      'Send fewer or smaller images, or start a new chat.',
    ],
    [
      { status: 413, body: said('Request body too large. Max size: 8000 tokens.') },
      'context-too-long',
      'The request is longer than the model at models.example can read.',
      'Choose a model with a larger context, or raise the server’s context length. In a longer chat, summarize the conversation or start a new chat.',
    ],
    [
      { status: 404, body: said('The model is gone') },
      'model-not-found',
      'The endpoint models.example doesn’t have the model maker/large-2.',
      'Choose another model.',
    ],
    [
      { status: 404 },
      'wrong-address',
      'The endpoint models.example doesn’t know the address that Steward asked for.',
      'Check the connection’s address: it usually ends in /v1.',
    ],
    [
      { status: 402 },
      'quota-used-up',
      'The quota or credit of the account behind the key is used up at models.example.',
      'Choose another model, or check the account: it may need a payment or a higher limit.',
    ],
    [
      { status: 400 },
      'protocol',
      'The endpoint models.example refused the request.',
      'Read what the endpoint says in the details, or choose another model.',
    ],
    [
      { status: 429, retryAfterMs: 59_999 },
      'rate-limit',
      'The endpoint models.example takes no more requests for now.',
      'Wait a little, then try again.',
    ],
    [
      { status: 429, retryAfterMs: 60_000 },
      'rate-limit',
      'The endpoint models.example takes no more requests for now.',
      'The endpoint asks to wait 60 seconds. Try again then, or choose another model.',
    ],
    [
      { status: 503, retryAfterMs: 3_600_000 },
      'server',
      'The endpoint models.example failed while it worked on the request.',
      'The endpoint asks to wait 60 minutes. Try again then, or choose another model.',
    ],
    [
      { status: 429, body: said('x', { code: 'insufficient_quota' }) },
      'quota-used-up',
      'The quota or credit of the account behind the key is used up at models.example.',
      'Choose another model, or check the account: it may need a payment or a higher limit.',
    ],
    [
      { status: 500 },
      'server',
      'The endpoint models.example failed while it worked on the request.',
      'Try again. If the error persists, check the endpoint itself.',
    ],
    [
      { status: 408 },
      'timeout',
      'The endpoint models.example gave up waiting.',
      'Try again. If the error persists, check the endpoint itself.',
    ],
  ])('states what happened and a remedy: %j', (fields, code, message, remedy) => {
    expect(endpointError(failure(fields))).toMatchObject({ code, message, remedy });
  });
});
