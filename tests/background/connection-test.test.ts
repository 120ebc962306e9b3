import { describe, expect, it } from 'vitest';
import { createConnectionTest } from '@/src/background/connection-test';
import { createOpenAIService } from '@/src/background/openai-service';
import type { RawReply, SeenRequest } from '../fakes/raw-endpoint';
import { answerWith, DONE, delta, KEY, PATIENT, start } from '../fakes/streamed-response';

type Answer = (reply: RawReply, request: SeenRequest) => void | Promise<void>;

const status =
  (code: number, message: string): Answer =>
  (reply) => {
    reply.head(code);
    return answerWith(reply, JSON.stringify({ error: { message } }));
  };

const list =
  (...ids: string[]): Answer =>
  (reply) => {
    reply.head(200);
    return answerWith(reply, JSON.stringify({ data: ids.map((id) => ({ id })) }));
  };

const stream: Answer = (reply) => answerWith(reply, delta({ content: 'OK' }, 'stop'), DONE);
const html: Answer = (reply) => {
  reply.head(200);
  return answerWith(reply, '<html>Sign in</html>');
};
const silence: Answer = () => {};

const asksModels = (request: SeenRequest) => request.path === '/v1/models';
const hasTools = (request: SeenRequest) => request.body.includes('"tools"');

/** Tests an endpoint that answers each of the three requests in its way. */
async function tryOut(
  answers: { models?: Answer; plain?: Answer; tools?: Answer } = {},
  options: { model?: string | null; key?: string | null } = {},
) {
  const { models = list('demo/one', 'demo/two'), plain = stream, tools = stream } = answers;
  const { raw, endpoint } = await start((reply, request) =>
    (asksModels(request) ? models : hasTools(request) ? tools : plain)(reply, request),
  );
  const { model = null, key = KEY } = options;
  const test = createConnectionTest({
    ai: createOpenAIService(PATIENT),
    stepTimeoutMs: answers.models === silence || answers.plain === silence ? 200 : 10_000,
    stayAwake: () => {},
  });
  return { raw, checks: await test({ ...endpoint, key }, model) };
}

const verdicts = (checks: { verdict: string }[]) =>
  checks.map(({ verdict }) => ({ passed: '✓', failed: '✗', skipped: '–' })[verdict]).join('');

describe('the steps', () => {
  it.each([
    ['a good endpoint', {}, '✓✓✓✓✓', []],
    ['a wrong key', { models: status(401, 'Wrong key') }, '✓✗–––', ['Check the connection', 'Wrong key']],
    ['a page instead of a list', { models: html }, '✓–✗––', ['didn’t answer with a list', '/v1']],
    ['no such path', { models: status(404, 'Not here') }, '✓–✗––', ['Not here', '/v1']],
    ['a server in trouble', { models: status(500, 'Cold') }, '✓–✗––', ['Cold']],
    ['an endpoint that never answers', { models: silence }, '✗––––', ['took too long']],
    ['an endpoint without models', { models: list() }, '✓✓✗––', ['lists no models']],
    ['a key that may only list', { plain: status(403, 'No chat') }, '✓✗✓––', ['No chat']],
    ['a model that never answers', { plain: silence }, '✓✓✓✗–', ['With demo/one', 'took too long']],
    ['an endpoint that does not stream', { plain: html }, '✓✓✓✗–', ['stream of events', 'Sign in']],
    [
      'a model without tools',
      { tools: status(400, 'no tools here') },
      '✓✓✓✓✗',
      ['With demo/one', 'no tools here'],
    ],
  ] as const)('of %s', async (_, answers, expected, words) => {
    const { checks } = await tryOut(answers);

    expect(checks.map(({ step }) => step)).toEqual(['reachable', 'key', 'models', 'streaming', 'tools']);
    expect(verdicts(checks)).toBe(expected);
    const failed = checks.find(({ verdict }) => verdict === 'failed');
    const said = `${failed?.message} ${failed?.remedy}`.replaceAll("'", '’');
    for (const word of words) expect(said).toContain(word);
    for (const check of checks) {
      expect(check.message).toMatch(/\S/);
      expect(check.remedy === null).toBe(check.verdict !== 'failed');
    }
    expect(JSON.stringify(checks)).not.toContain(KEY);
  });

  it('of nobody there', async () => {
    const { raw, endpoint } = await start(stream);
    await raw.close();
    const test = createConnectionTest({
      ai: createOpenAIService(PATIENT),
      stepTimeoutMs: 10_000,
      stayAwake: () => {},
    });

    expect(verdicts(await test(endpoint, null))).toBe('✗––––');
  });
});

describe('the model', () => {
  it.each([
    ['the chat’s', 'demo/two', 'demo/two'],
    ['the first listed where none is chosen', null, 'demo/one'],
    ['the first listed where the chat’s went away', 'demo/gone', 'demo/one'],
  ])('is %s, and is named', async (_, wanted, asked) => {
    const { raw, checks } = await tryOut({}, { model: wanted });

    expect(raw.requests.slice(1).map(({ body }) => JSON.parse(body).model)).toEqual([asked, asked]);
    expect(checks[3]?.message).toContain(asked);
    expect(checks[4]?.message).toContain(asked);
    expect(checks[2]?.message.includes('demo/gone')).toBe(wanted === 'demo/gone');
  });

  it('is asked for next to nothing', async () => {
    const { raw } = await tryOut();

    const [, plain, tools] = raw.requests.map(({ body }) => (body === '' ? null : JSON.parse(body)));
    expect(plain).toMatchObject({ max_tokens: 16, stream: true });
    expect(plain).not.toHaveProperty('tools');
    expect(tools.tools).toHaveLength(1);
  });
});

it('no key is said to be no key', async () => {
  const { checks } = await tryOut({}, { key: null });

  expect(checks[1]).toMatchObject({ verdict: 'passed', message: expect.stringContaining('No key is set') });
});
