import { describe, expect, it } from 'vitest';
import { createConnectionTest, MAX_MODELS_TRIED } from '@/src/background/endpoint/connection-test';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { english } from '@/src/core/text/english';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import type { RawReply, SeenRequest } from '../../fakes/raw-endpoint';
import { answerWith, DONE, delta, event, KEY, PATIENT, refuse, start } from '../../fakes/streamed-response';

type Answer = (reply: RawReply, request: SeenRequest) => void | Promise<void>;

const status =
  (code: number, message: string): Answer =>
  (reply) =>
    refuse(reply, code, message);

const list =
  (...ids: string[]): Answer =>
  (reply) => {
    reply.head(200);
    return answerWith(reply, JSON.stringify({ data: ids.map((id) => ({ id })) }));
  };

/** Answers with the usage of a server that counts this many tokens of the prompt. */
const counting =
  (promptTokens: (request: SeenRequest) => number): Answer =>
  (reply, request) => {
    const usage = { prompt_tokens: promptTokens(request), completion_tokens: 1 };
    return answerWith(reply, delta({ content: 'OK' }, 'stop'), event({ choices: [], usage }), DONE);
  };

const stream = counting((request) => (hasTools(request) ? 60 : 20));
const html: Answer = (reply) => {
  reply.head(200);
  return answerWith(reply, '<html>Sign in</html>');
};
const silence: Answer = () => {};

/** A list of one model with this context window. */
const windowed =
  (contextTokens: number): Answer =>
  (reply) => {
    reply.head(200);
    return answerWith(reply, JSON.stringify({ data: [{ id: 'demo/one', context_length: contextTokens }] }));
  };

const asksModels = (request: SeenRequest) => request.path === '/v1/models';
function hasTools(request: SeenRequest): boolean {
  return request.body.includes('"tools"');
}

function testWithin(stepTimeoutMs: number) {
  const ai = createOpenAIService(PATIENT);
  return createConnectionTest({ ai, wireOf: ai.wireOf, stepTimeoutMs, stayAwake: () => {} });
}

/** Tests an endpoint whose responses to the three requests are given. */
async function tryOut(
  answers: { models?: Answer; plain?: Answer; tools?: Answer } = {},
  options: { model?: string | null; key?: string | null } = {},
) {
  const { models = list('demo/one', 'demo/two'), plain = stream, tools = stream } = answers;
  const { raw, endpoint } = await start((reply, request) =>
    (asksModels(request) ? models : hasTools(request) ? tools : plain)(reply, request),
  );
  const { model = null, key = KEY } = options;
  const test = testWithin(answers.models === silence || answers.plain === silence ? 200 : 10_000);
  const { checks, ...result } = await test({ ...endpoint, key }, model);
  return { raw, ...result, checks: checks.map(inWords) };
}

const inWords = ({ message, remedy, ...check }: ConnectionCheck) => ({
  ...check,
  message: english(message),
  remedy: remedy && english(remedy),
});

const verdicts = (checks: { verdict: string }[]) =>
  checks.map(({ verdict }) => ({ passed: '✓', failed: '✗', unknown: '?', skipped: '–' })[verdict]).join('');

describe('the steps of a connection test', () => {
  it.each([
    ['a good endpoint', {}, '✓✓✓✓✓', []],
    ['a wrong key', { models: status(401, 'Wrong key') }, '✓✗–––', ['Check the connection', 'Wrong key']],
    ['a page instead of a list', { models: html }, '✓–✗––', ['didn’t answer with a list', '/v1']],
    ['no such path', { models: status(404, 'Not here') }, '✓–✗––', ['Not here', '/v1']],
    ['a failing server', { models: status(500, 'Cold') }, '✓–✗––', ['Cold']],
    ['an endpoint that never answers', { models: silence }, '✗––––', ['took too long']],
    ['an endpoint without models', { models: list() }, '✓✓✗––', ['lists no models']],
    [
      'an endpoint that lists only placeholders for models',
      { models: list('openai/*', '*', 'no-default-models', 'all-proxy-models') },
      '✓✓✗––',
      ['lists no models'],
    ],
    ['a key that may only list', { plain: status(403, 'Invalid API key') }, '✓✗✓––', ['Invalid API key']],
    ['an endpoint that refuses each request', { plain: status(403, 'No chat') }, '✓?✓✗–', ['No chat']],
    ['a model that never answers', { plain: silence }, '✓✓✓?–', ['demo/one didn’t answer', 'busy']],
    [
      'a server that leaves tools out',
      { plain: counting(() => 35), tools: counting(() => 35) },
      '✓✓✓✓✗',
      ['demo/one got 35 tokens', 'seems to ignore tools', '--jinja'],
    ],
    [
      'a server that reports no tokens',
      { plain: counting(() => 0), tools: counting(() => 0) },
      '✓✓✓✓?',
      ['unknown whether the tool reaches the model'],
    ],
    [
      'a model whose window is too small',
      { models: windowed(4_096) },
      '✓✓✓✓✗',
      ['demo/one can read 4,096 tokens', 'needs about 4,500', 'OLLAMA_CONTEXT_LENGTH'],
    ],
    ['a model whose window is large enough', { models: windowed(8_192) }, '✓✓✓✓✓', []],
    ['an endpoint that does not stream', { plain: html }, '✓✓✓✗–', ['stream of events', 'Sign in']],
    [
      'a model without tools',
      { tools: status(400, 'no tools here') },
      '✓✓✓✓✗',
      ['With demo/one', 'no tools here'],
    ],
  ] as const)('report %s', async (_, answers, expected, words) => {
    const { checks } = await tryOut(answers);

    expect(checks.map(({ step }) => step)).toEqual(['reachable', 'key', 'models', 'streaming', 'tools']);
    expect(verdicts(checks)).toBe(expected);
    const said = checks
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'unknown')
      .map(({ message, remedy }) => `${message} ${remedy}`)
      .join(' ');
    for (const word of words) expect(said).toContain(word);
    for (const check of checks) {
      expect(check.message).toMatch(/\S/);
      expect(check.remedy === null).toBe(check.verdict !== 'failed');
    }
    expect(JSON.stringify(checks)).not.toContain(KEY);
  });

  it.each([
    ['nothing but the end mark', DONE, '✓✓✓✗–'],

    ['only a text that a filter removes', delta({}, 'content_filter') + DONE, '✓✓✓✗–'],
    ['a call without a name', delta({ tool_calls: [{ index: 0, id: 'x' }] }, 'tool_calls') + DONE, '✓✓✓✗–'],
    ['a call', delta({ tool_calls: [{ index: 0, function: { name: 'x' } }] }, 'tool_calls') + DONE, '✓✓✓✓?'],
    ['reasoning that the limit cuts off', delta({ reasoning: 'Hm' }, 'length') + DONE, '✓✓✓✓?'],
    ['nothing before the limit cuts it off', delta({ content: '' }, 'length') + DONE, '✓✓✓✓?'],
  ])('for an endpoint that answers with %s → the same verdict as in a run', async (_, body, expected) => {
    const answer: Answer = (reply) => answerWith(reply, body);
    const { checks } = await tryOut({ plain: answer, tools: answer });

    expect(verdicts(checks)).toBe(expected);
  });

  it('for an endpoint that returns an empty answer when offered a tool → the tools step fails', async () => {
    const { checks } = await tryOut({ tools: (reply) => answerWith(reply, delta({}, 'stop'), DONE) });

    expect(verdicts(checks)).toBe('✓✓✓✓✗');
    expect(checks[4]?.message).toContain('empty answer');
  });

  describe('for an endpoint that states the end of no answer', () => {
    const bare: Answer = (reply) => answerWith(reply, delta({ content: 'OK' }), DONE);
    const bareCall: Answer = (reply) =>
      answerWith(
        reply,
        delta({ tool_calls: [{ index: 0, function: { name: 'x', arguments: '{}' } }] }),
        DONE,
      );

    it('→ passes, and reports that', async () => {
      const { checks, model, endsBare } = await tryOut({ plain: bare, tools: bare });

      expect(verdicts(checks)).toBe('✓✓✓✓?');
      expect({ model, endsBare }).toEqual({ model: 'demo/one', endsBare: true });
      expect(checks[3]?.message).toContain('demo/one doesn’t say when its answer is complete');
    });

    it('and whose answer to an offered tool has a call → the tools step fails', async () => {
      const { checks, endsBare } = await tryOut({ plain: bare, tools: bareCall });

      expect(verdicts(checks)).toBe('✓✓✓✓✗');
      expect(checks[4]?.message).toContain('broke off');
      expect(endsBare).toBe(true);
    });

    it.each([
      ['the second answer states its end', bare, stream],
      ['the first answer states its end', stream, bare],
    ])('but %s → reports nothing', async (_, plain, tools) => {
      const { checks, ...result } = await tryOut({ plain, tools });

      expect(result).not.toHaveProperty('endsBare');
      expect(checks[3]?.message).not.toContain('complete');
    });
  });

  it('for an unreachable host', async () => {
    const { raw, endpoint } = await start(stream);
    await raw.close();
    const test = testWithin(10_000);

    expect(verdicts((await test(endpoint, null)).checks)).toBe('✗––––');
  });
});

describe('other models of the list', () => {
  /** A list of models, in which those of `broken` fail with this answer. */
  const tryModels = (ids: string[], broken: string[], answer: Answer, options: { model?: string } = {}) => {
    const isBroken = (request: SeenRequest) => broken.includes(JSON.parse(request.body).model);
    const plain: Answer = (reply, request) => (isBroken(request) ? answer : stream)(reply, request);
    return tryOut({ models: list(...ids), plain, tools: plain }, options);
  };
  const dead = status(500, 'No provider');

  it.each([
    ['the first one’s provider is unreachable', ['a', 'b'], ['a'], 'b', ['a', 'b', 'b']],
    ['the first ones are refused', ['a', 'b', 'c'], ['a', 'b'], 'c', ['a', 'b', 'c', 'c']],
    ['an image model comes first', ['flux-image', 'b'], [], 'b', ['b', 'b']],
  ])('are tried if %s, and the step passes', async (_, ids, broken, answering, asked) => {
    const { raw, checks } = await tryModels(ids, broken, dead);

    expect(verdicts(checks)).toBe('✓✓✓✓✓');
    expect(checks[3]?.message).toContain(`${answering} streams`);
    for (const id of broken) expect(checks[3]?.message).toContain(`${id} failed`);
    expect(raw.requests.slice(1).map(({ body }) => JSON.parse(body).model)).toEqual(asked);
  });

  it('are tried up to a limit, and then the first one’s failure is reported', async () => {
    const ids = Array.from({ length: MAX_MODELS_TRIED + 3 }, (_, index) => `m${index}`);
    const { raw, checks } = await tryModels(ids, ids, dead);

    expect(verdicts(checks)).toBe('✓✓✓✗–');
    expect(checks[3]?.message).toMatch(/^With m0: .*No provider.* Failed as well: m1, m2 and m3\.$/);
    expect(raw.requests).toHaveLength(1 + MAX_MODELS_TRIED);
  });

  it('don’t replace the chat’s own model, but show that the endpoint works', async () => {
    const { checks } = await tryModels(['a', 'b'], ['b'], dead, { model: 'b' });

    expect(verdicts(checks)).toBe('✓✓✓✗–');
    expect(checks[3]?.message).toMatch(/^With b: .*No provider.* a streams its answer\.$/);
  });

  it('show that the key is valid if one model’s provider rejected its own key', async () => {
    const { checks } = await tryModels(['a', 'b'], ['a'], status(401, 'Unauthorized'));

    expect(verdicts(checks)).toBe('✓✓✓✓✓');
    expect(checks[3]?.message).toContain('a failed');
  });

  it('are tried only once more if the key is rejected', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const { raw, checks } = await tryModels(ids, ids, status(401, 'Wrong key'));

    expect(verdicts(checks)).toBe('✓✗✓––');
    expect(raw.requests).toHaveLength(3);
  });

  it('are tried if the endpoint’s provider rejected the endpoint’s key', async () => {
    const { checks } = await tryModels(['a', 'b'], ['a'], status(401, 'upstream refused the key'));

    expect(verdicts(checks)).toBe('✓✓✓✓✓');
  });
});

describe('a failure with tools', () => {
  it.each([
    ['a refusal', status(400, 'no tools here'), 'Choose a model that accepts tools'],
    ['a failure of the server', status(500, 'Cold'), 'Try again'],
    ['a rate limit', status(429, 'Slow'), 'Wait a little'],
  ])('that is %s gets a matching remedy', async (_, tools, remedy) => {
    const { checks } = await tryOut({ tools });

    expect(verdicts(checks)).toBe('✓✓✓✓✗');
    expect(checks[4]?.remedy).toContain(remedy);
  });

  it('of one model is not reported if another model accepts tools', async () => {
    const tools: Answer = (reply, request) =>
      (JSON.parse(request.body).model === 'demo/one' ? status(400, 'no tools here') : stream)(reply, request);
    const { checks } = await tryOut({ tools });

    expect(verdicts(checks)).toBe('✓✓✓✓✓');
    expect(checks[4]?.message).toContain('demo/two accepts tools');
  });
});

describe('the model', () => {
  it.each([
    ['the chat’s', 'demo/two', 'demo/two'],
    ['the first listed if none is chosen', null, 'demo/one'],
    ['the chosen one even if it isn’t listed', 'demo/gone', 'demo/gone'],
  ])('is %s, and is named', async (_, wanted, asked) => {
    const { raw, checks } = await tryOut({}, { model: wanted });

    expect(raw.requests.slice(1).map(({ body }) => JSON.parse(body).model)).toEqual([asked, asked]);
    expect(checks[3]?.message).toContain(asked);
    expect(checks[4]?.message).toContain(asked);
    expect(checks[2]?.message.includes('demo/gone')).toBe(wanted === 'demo/gone');
  });

  it('is requested with a minimal prompt and a small token limit', async () => {
    const { raw } = await tryOut();

    const [, plain, tools] = raw.requests.map(({ body }) => (body === '' ? null : JSON.parse(body)));
    expect(plain).toMatchObject({ max_tokens: 16, stream: true });
    expect(plain).not.toHaveProperty('tools');
    expect(tools.tools).toHaveLength(1);
  });
});

it('reports a missing key as “no key”', async () => {
  const { checks } = await tryOut({}, { key: null });

  expect(checks[1]).toMatchObject({ verdict: 'passed', message: expect.stringContaining('No key is set') });
});

describe('the address', () => {
  /** An endpoint that answers at `/v1` only, tested at another path. */
  const tryAt = async (path: string, options: { models?: Answer; elsewhere?: Answer } = {}) => {
    const { models = list('demo/one'), elsewhere = status(404, 'Not here') } = options;
    const { raw, endpoint } = await start((reply, request) => {
      if (!request.path.startsWith('/v1/')) return elsewhere(reply, request);
      return (asksModels(request) ? models : stream)(reply, request);
    });
    const test = testWithin(10_000);
    const baseUrl = endpoint.baseUrl.replace('/v1', path);
    return { ...(await test({ ...endpoint, baseUrl }, null)), paths: raw.requests.map((one) => one.path) };
  };

  it.each([
    ['with a version is only requested as it is', '/v1', {}, '', '✓✓✓✓✓', ['/v1/models']],
    ['without a path is completed by /v1', '', {}, '/v1', '✓✓✓✓✓', ['/v1/models']],
    [
      'with another path is also requested with /v1',
      '/api',
      {},
      '',
      '✓–✗––',
      ['/api/models', '/api/v1/models'],
    ],
    [
      'is requested at no other path if /v1 refuses the key',
      '',
      { models: status(401, 'Wrong') },
      '',
      '✓✗–––',
      ['/v1/models'],
    ],
    ['with a version and no list of models fails', '/v2', {}, '', '✓–✗––', ['/v2/models']],
    [
      'that has web pages at all paths fails',
      '',
      { models: html, elsewhere: html },
      '',
      '✓–✗––',
      ['/v1/models', '/models'],
    ],
    [
      'that has a list without /v1, but none with it, is left as it is',
      '',
      { models: html, elsewhere: list() },
      '',
      '✓✓✗––',
      ['/v1/models', '/models'],
    ],
  ])('%s', async (_, path, options, addedPath, expected, lists) => {
    const result = await tryAt(path, options);
    expect(verdicts(result.checks)).toBe(expected);
    expect(result.addedPath).toBe(addedPath);
    expect(result.paths.filter((one) => one.endsWith('/models'))).toEqual(lists);
  });
});
describe('the model that a chat gets', () => {
  const refuse = status(400, 'Not this one');
  it.each([
    ['is the first that answers', {}, null, 'demo/one'],
    ['is the chosen one if it answers', {}, 'demo/two', 'demo/two'],
    ['is the one that answered, even if it accepts no tools', { tools: refuse }, null, 'demo/one'],
    ['is the only listed one, even if it failed', { models: list('only'), plain: refuse }, null, 'only'],
    ['is none if several are listed and none answers', { plain: refuse }, null, null],
    ['is none if there is no list of models', { models: html }, null, null],
    ['is the chosen one if the endpoint lists none', { models: list() }, 'typed', 'typed'],
    ['is the chosen one if there is no list', { models: status(404, 'Not here') }, 'typed', 'typed'],
    ['is the chosen one if the key may not list', { models: status(403, 'No lists') }, 'typed', 'typed'],
    ['is the chosen one if only others are listed', { models: list('no-default-models') }, 'typed', 'typed'],
    ['is the first that isn’t a wildcard', { models: list('openai/*', 'openai/gpt') }, null, 'openai/gpt'],
    ['is none if a wildcard is the only one', { models: list('openai/*') }, null, null],
  ])('%s', async (_, answers, wanted, expected) => {
    expect((await tryOut(answers, { model: wanted })).model).toBe(expected);
  });
});
