import { describe, expect, it } from 'vitest';
import { type EndpointFailure, endpointError } from '@/src/core/llm/endpoint-error';
import { isRetryable } from '@/src/core/llm/retry-policy';
import { english } from '@/src/core/text/english';
import { errorActs } from '@/src/schema/values/error-code';

const SENT = {
  plain: ['model', 'messages', 'stream'],
  all: [
    ...['model', 'messages', 'stream', 'tools', 'image_url'],
    ...['temperature', 'top_p', 'reasoning_effort', 'max_tokens'],
  ],
};

/** The error for a response with this body. */
function errorFor(status: number | null, body: unknown, more: Partial<EndpointFailure> = {}) {
  return endpointError({
    host: 'models.example',
    secrets: [],
    model: 'maker/vision-tools-2',
    hasListedModels: false,
    status,
    sent: SENT.all,
    retryAfterMs: null,
    asksLogin: false,
    nowMs: Date.parse('2026-01-02T03:04:05Z'),
    body: typeof body === 'string' || status === null ? body : JSON.stringify(body),
    ...more,
  });
}

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });
const finding = (...loc: (string | number)[]) => ({
  detail: [
    {
      type: 'extra_forbidden',
      loc: ['body', ...loc],
      msg: 'Extra inputs are not permitted',
      input: { messages: [], tools: [], temperature: 1 },
    },
  ],
});

/** Statuses of a refused request. */
const REFUSED = [null, 400, 404, 422, 500, 501];

describe('an error that names a member of the request', () => {
  it.each<[cause: string, ...bodies: unknown[]]>([
    [
      'takes no tools',
      finding('tools'),
      finding('tool_choice'),
      said(
        "[{'type': 'extra_forbidden', 'loc': ('body', 'tools'), 'msg': 'Extra inputs are not permitted', 'input': [1]}]",
      ),
      said('Currently only named tools are supported.'),
      said("Unsupported parameter: 'tools'", { param: 'tools' }),
      said("litellm.UnsupportedParamsError: maker does not support parameters: ['tools'], for model=x."),
      said('Rejected.', { param: 'tools' }),
      said('Function calling is not available for this model'),
    ],
    [
      'takes no images',
      said('No endpoints found that support image input'),
      said('maker/vision-tools-2 does not support image input'),
      said('Invalid content type. image_url is only supported by certain models.', {
        param: 'messages.[0].content.[1].type',
      }),
      said('messages[1]: unknown variant `image_url`, expected `text` at line 1'),
      said('This is not a multimodal model: images are not supported'),
      said('messages[0].content must be a string'),
      { detail: [{ loc: ['body', 'messages', 0, 'content'], msg: 'Input should be a valid string' }] },
    ],
    [
      '“Stream the answer”',
      said('Streaming is not supported with tools'),
      said('Tools are not supported in streaming mode'),
      said('This model only supports streaming', { param: null }),
      said('No.', { param: 'stream' }),
      said('`stream` must be true for this model'),
    ],
    [
      '“Temperature”',
      said(
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        { param: 'temperature', code: 'unsupported_value' },
      ),
      said('temperature: range: 0..1'),
      said('`temperature` and `top_p` cannot both be specified for this model.'),
      finding('temperature'),
    ],
    ['“Top P”', said('top_p must be in (0, 1]'), said("Invalid 'top_p'")],
    [
      '“Reasoning effort”',
      said("Unrecognized request argument supplied: 'reasoning_effort'"),
      said('Reasoning is not enabled for this deployment'),
      said('reasoning_effort: Input should be low or high'),
    ],
    [
      '“Max tokens”',
      said('max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens'),
      said('max_completion_tokens must be at most 4096'),
    ],
  ])('has this cause in its message: %s', (cause, ...bodies) => {
    for (const body of bodies)
      for (const status of REFUSED) {
        const { code, message } = errorFor(status, body);
        expect([status, body, message]).toEqual([status, body, expect.stringContaining(cause)]);
        const acts = { 'setting-refused': 'open-model-settings', protocol: 'choose-model' };
        expect(errorActs(code)[0]).toBe(acts[code as keyof typeof acts]);
      }
  });

  it.each([
    ['a member that wasn’t sent', said("Unsupported parameter: 'tools'")],
    ['a setting that wasn’t sent', said('temperature must be 1', { param: 'temperature' })],
    ['images, which weren’t sent', said('This model does not support images')],
  ])('has no cause in its message if it names %s', (_, body) => {
    expect(errorFor(400, body, { sent: SENT.plain })).toMatchObject({
      code: 'protocol',
      message: 'The endpoint models.example refused the request.',
    });
  });

  it.each([
    ['a tool’s role', said("Unexpected role 'user' after role 'tool'")],
    [
      'calls without results',
      said("An assistant message with 'tool_calls' must be followed by tool messages."),
    ],
    ['a result without its call', said("messages with role 'tool' must follow 'tool_calls'.")],
    ['a signature', said('Function call is missing a thought_signature in functionCall parts.')],
    ['reasoning to send back', said('The `reasoning_content` in the thinking mode must be passed back.')],
    ['several calls at once', said('This model only supports single tool-calls at once!')],
    ['a tool’s schema', said('Invalid schema for function x', { param: 'tools[0].function.parameters' })],
    ['a member of the messages', finding('messages', 0, 'content')],
    ['one image', said('Invalid value', { param: 'messages[0].content[1].image_url' })],
    ['a call’s id', said('Tool call id was 29aabcf7 but must be a-z, A-Z, 0-9, with a length of 9.')],
  ])('has no cause in its message if it is about %s', (_, body) => {
    expect(errorFor(400, body).message).toBe('The endpoint models.example refused the request.');
  });
});

describe('an error in a language that isn’t read', () => {
  it.each([
    '该模型不支持工具调用',
    '上下文长度超出限制',
    '入力トークン数 9000 が上限 8192 を超えています',
    'Die Eingabe ist zu lang: 9000 Token',
    'Dieses Modell: Werkzeuge werden nicht unterstützt',
    'El contexto supera el máximo de 8192 tokens',
    '账户已欠费',
  ])('has no cause in its message, and is quoted: %s', (words) => {
    for (const status of [400, 403, 404, 422, 429]) {
      const { code, message, remedy } = errorFor(status, said(words));
      expect([status, code, message]).toEqual([
        status,
        'protocol',
        'The endpoint models.example refused the request.',
      ]);
      expect(english(remedy)).toContain(`It says: “${words}”`);
    }
  });
});

describe('a conversation that is too long', () => {
  it.each([
    said('Cannot truncate prompt to 8192 tokens'),
    said('Your request exceeds the max of 8192 tokens'),
    said('prompt token count of 200000 cannot exceed 128000'),
    said('Requested tokens (9000) exceed context window of 8192'),
    said("Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576."),
    said('max_tokens must be at least 1, got -200'),
    said('Input is longer than this model takes'),
    said('x', { code: 'context_window_exceeded_error' }),
  ])('is recognized with any status: %j', (body) => {
    for (const status of [null, 400, 413, 422, 500]) {
      const error = errorFor(status, body);
      expect([status, error.code]).toEqual([status, 'context-too-long']);
      expect(isRetryable(error)).toBe(false);
      expect(errorActs(error.code).slice(0, 2)).toEqual(['choose-model', 'summarize']);
    }
  });

  it.each<[number | null, unknown, string]>([
    [429, said('Rate limit reached on input tokens per minute: limit 30000, used 29000'), 'rate-limit'],
    [429, said('This request would exceed your rate limit of 30,000 input tokens per minute'), 'rate-limit'],
    [500, said('RateLimitError: too many prompt tokens per minute, limit 30000'), 'rate-limit'],
    [429, said('Quota exceeded for input tokens, limit: 250000. Please retry in 26.5s.'), 'rate-limit'],
    [500, said('context window cache crashed'), 'server'],
    [502, '<html><head><title>502: input 12345 exceeded</title></head></html>', 'server'],
    [504, said('请求超时：输入处理'), 'server'],
    [401, said('Your token has expired, its maximum age is 86400'), 'auth'],
    [400, said('messages.1.content.0: image exceeds 5 MB maximum: 6291456 bytes'), 'context-too-long'],
  ])('isn’t the cause of HTTP %s with %j, whose code is %s', (status, body, code) => {
    const error = errorFor(status, body);
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('request is longer');
  });
});

describe('a quota that is used up', () => {
  it.each<[string, readonly (number | null)[], unknown]>([
    ['OpenAI', [null, 400, 403, 429, 500], said('No.', { code: 'insufficient_quota' })],
    ['new-api', [403, 429], said('用户额度不足', { code: 'insufficient_user_quota' })],
    ['Anthropic', [400], said('You have reached your specified API usage limits.')],
    ['a billing limit', [400, 403, 429], said('No.', { code: 'billing_hard_limit_reached' })],
    ['credits of a reseller', [400, 403, 429], said('You are out of credits.')],
    ['HTTP 402', [402], said('Pay.')],
    ['a quota without an end', [403, 429], said('You exceeded your current quota.')],
  ])('has its own code and isn’t retried: %s', (_, statuses, body) => {
    for (const status of statuses) {
      const error = errorFor(status, body);
      expect([status, error.code]).toEqual([status, 'quota-used-up']);
      expect(isRetryable(error)).toBe(false);
      expect(errorActs(error.code)[0]).toBe('choose-model');
    }
  });

  it.each([
    said('You exceeded your current quota. Please retry in 26.3s.', { code: 429 }),
    said('Rate limit reached for requests per day. Please try again in 7m12s.', {
      code: 'rate_limit_exceeded',
    }),
    said('load balancer error', { code: 'load_balancer_busy' }),
    said('The model is experiencing high demand.'),
  ])('isn’t the cause of %j', (body) => {
    expect(errorFor(429, body).code).toBe('rate-limit');
  });
});

describe('a model that the key may not use', () => {
  it.each<[readonly (number | null)[], unknown]>([
    [[401, 403], said('team not allowed', { type: 'team_model_access_denied', param: 'model' })],
    [[null, 400, 401, 403], said('No.', { type: 'org_model_access_denied' })],
    [[401, 403], said('No.', { param: 'model' })],
    [[401, 403], said('Key not allowed to access model. This key can only access models: a')],
    [[400, 403], said("You don't have access to the model with the specified model ID.")],
    [[403], said('The model `x` is blocked at the project level', { code: 'model_permission_blocked' })],
  ])('isn’t reported as a refused key: HTTP %j, %j', (statuses, body) => {
    for (const status of statuses)
      expect(errorFor(status, body)).toMatchObject({
        code: 'model-not-found',
        message: 'The connection’s key may not use the model maker/vision-tools-2 at models.example.',
      });
  });

  it.each([
    said("You didn't provide an API key. You need one to use the API."),
    said('Invalid API key for maker/vision-tools-2'),
  ])('isn’t the cause of HTTP 401 with %j', (body) => {
    expect(errorFor(401, body).code).toBe('auth');
  });
});

describe('an error inside an answer with a code about access', () => {
  it.each([
    [{ message: 'Content blocked by guardrail', code: 403 }, 'content filter'],
    [{ message: 'Rejected by our safety system', code: 403 }, 'content filter'],
    [{ message: 'Not here', code: 403 }, 'refused the request'],
    [{ message: 'No', code: 401 }, 'refused the request'],
    [{ message: 'Not yours', type: 'permission_error' }, 'refused the request'],
  ])('isn’t about the key: %j', (body, words) => {
    expect(errorFor(null, body)).toMatchObject({
      code: 'protocol',
      message: expect.stringContaining(words),
    });
  });

  it.each([
    { message: 'Your API key is disabled', code: 403 },
    { message: 'No', type: 'authentication_error', code: 401 },
  ])('is reported as a refused key if its message or type is about the key: %j', (body) => {
    expect(errorFor(null, body).code).toBe('auth');
  });
});

describe('a wait', () => {
  it.each<[string, unknown, number]>([
    ['seconds', said('Rate limit. Please try again in 20s.'), 20_000],
    ['seconds with the unit in full', said('Retry after 26 seconds'), 26_000],
    ['parts of a second', said('Please retry in 26.3s'), 26_300],
    ['milliseconds', said('try again in 120ms'), 120],
    ['minutes and seconds', said('Please try again in 7m12.5s. Visit us.'), 432_500],
    ['an hour and minutes', said('Wait 1 hour and 5 minutes, then go on'), 3_900_000],
    ['Chinese', said('请在 30 秒后重试'), 30_000],
    ['German', said('Bitte warten Sie 2 Minuten'), 120_000],
    ['Spanish', said('Inténtelo de nuevo: espere 15 segundos'), 15_000],
    [
      'the headers of a proxy’s provider, since 1970',
      said('No', {
        code: 429,
        metadata: { headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767323105000' } },
      }),
      60_000,
    ],
    ['a delay', said('No', { details: [{ retryDelay: '34s' }] }), 34_000],
    ['a list of Google', [said('No', { details: [{ retryDelay: '1m30s' }] })], 90_000],
  ])('is read from %s', (_, body, waitMs) => {
    expect(errorFor(429, body).report?.retryAfterMs).toBe(waitMs);
  });

  it.each([
    'Limit 3 requests per 20 seconds',
    'try again in 20 messages',
    'Please try again later',
    'wait for your 5 models',
    'took 30 s',
  ])('isn’t read from other messages with numbers: %s', (words) => {
    expect(errorFor(429, said(words)).report?.retryAfterMs).toBeNull();
  });
});

describe('a page in place of an error', () => {
  const style = `<style>${'.a{color:red} '.repeat(80)}</style>`;

  it.each([
    [
      `<!DOCTYPE html><html><head>${style}<title>Bad\n gateway</title></head><body>x</body></html>`,
      'Bad gateway',
    ],
    [`<html><head>${style}</head><body><h1 class="b">Sign in</h1></body></html>`, 'Sign in'],
    [`<html>${style}<script>var a = "<b>";</script><p>Not <b>here</b></p></html>`, 'Not here'],
    [`<html>${style}`, 'HTTP 502'],
  ])('is shown by its title or text', (page, words) => {
    const { code, details } = errorFor(502, page);
    expect(code).toBe('server');
    expect(details).toContain(words);
    expect(details).not.toMatch(/color|var a|[<>]/);
  });

  it('is recognized as a bot check in any language', () => {
    const page =
      '<html><head><title>Un momento…</title></head><script src="/cdn-cgi/challenge-platform/x"></script>';
    expect(errorFor(403, page).message).toContain('protection against bots');
  });
});
