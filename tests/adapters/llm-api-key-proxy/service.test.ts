import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RuleSet } from '@/src/adapters/kit/rules/provider-rules';
import {
  contextSchema,
  type LlmProxyContext,
  type LlmProxyState,
} from '@/src/adapters/llm-api-key-proxy/filters';
import { llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import { PAGE_LIMITS_MS } from '@/src/background/page/page-limits';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { say } from '@/src/schema/values/said';
import { type LlmProxyDouble, startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';

const RESTORED = /The page is as it was\.$/;

const { signal } = new AbortController();
let double: LlmProxyDouble;
let half: StateHalf;

beforeEach(async () => {
  double = await startLlmProxyDouble();
  half = serviceHalfAt(llmProxyService, double.origin, double.key ?? '');
});

afterEach(() => double.close());

const START: RuleSet = { ignore: ['*-audio-*', 'o3*'], whitelist: [] };
const readContext = async () => (await half.getContext(signal)) as LlmProxyContext;
const stateNow = async () => half.stateOf(await readContext()) as LlmProxyState;
const puts = () => double.requests.filter(({ method }) => method === 'PUT');
const openai = () => double.process.filtersOf('openai');

function setRules(after: RuleSet) {
  return half.execute('add_rules', { list: 'openai', before: START, after }, signal);
}

describe('the context', () => {
  it('has the rules of the file, the models that clients get, and the numbers of credentials', async () => {
    const context = await readContext();
    expect(contextSchema.parse(context)).toEqual(context);
    expect(context).toEqual({
      filters: { gemini: { ignore: [], whitelist: ['gemini-2.5-pro'] }, openai: START },
      providers: {
        gemini: { keys: 1, oauth: 2 },
        local: { keys: 0, oauth: 0 },
        openai: { keys: 1, oauth: 0 },
        openrouter: { keys: 1, oauth: 0 },
        'x-ai': { keys: 1, oauth: 0 },
      },
      models: [
        'gemini/gemini-2.5-pro',
        'gemini/gemini-3-pro-preview',
        'openai/gpt-4o',
        'openai/gpt-4o-mini',
        'openai/o1-preview',
        'openrouter/meta/llama-4:free',
        'openrouter/openai/gpt-4o',
        'x-ai/grok-4',
        'x-ai/grok-4-preview',
      ],
      aliases: ['gpt-latest'],
    });
  });

  it('has no models if the server is slow to list them, and two readings end within the limit of one', async () => {
    double.intercept = ({ path }) => (path === '/v1/models' ? 'stall' : null);
    const startMs = Date.now();
    const contexts = await Promise.all([readContext(), readContext()]);
    expect(contexts.map(({ models }) => models)).toEqual([null, null]);
    expect(contexts[0]?.filters.openai).toEqual(START);
    expect(Date.now() - startMs).toBeLessThan(PAGE_LIMITS_MS['get-context']);
  });

  it('has no key, no address, and nothing but GET was sent', async () => {
    const text = JSON.stringify(await readContext());
    for (const secret of [double.key ?? '?', 'sk-upstream-of-the-double', 'secret-in-the-address']) {
      expect(text).not.toContain(secret);
    }
    expect(new Set(double.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it.each([
    ['with another answer', { status: 200, body: { data: 'x' } }],
    ['with an error', { status: 503, body: null }],
    ['that is cut off', 'cut' as const],
  ])('has no models while the server lists them %s, and still the rules', async (_, answer) => {
    double.intercept = ({ path }) => (path === '/v1/models' ? answer : null);
    expect(await readContext()).toMatchObject({ models: null, aliases: [], filters: { openai: START } });
  });

  it.each<[string, number, unknown, string]>([
    ['of a server without the admin API', 404, { detail: 'Not Found' }, 'no admin API'],
    ['of a server with another answer', 200, [], 'didn’t answer like'],
    ['of a server with an error', 502, null, 'didn’t answer like'],
  ])('%s is an error', async (_, status, body, message) => {
    double.intercept = () => ({ status, body });
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-protocol',
      message: expect.stringContaining(message),
    });
  });
});

describe('a change of one provider', () => {
  it('is one PUT of both lists, read back, and clients notice it after a restart', async () => {
    const before = double.process.served();
    const after = { ignore: [...START.ignore, '*-preview'], whitelist: ['gpt-4o*'] };
    const { result, state } = await setRules(after);
    expect(result).toMatchObject({ success: true });
    expect(puts().map(({ path, body }) => [path, body])).toEqual([
      ['/v1/admin/config/model-filters/openai', after],
    ]);
    expect(state).toEqual(await stateNow());
    expect(double.process.served()).toEqual(before);
    double.process.restart();
    // The whitelist also brings back a model that was not listed.
    expect(double.process.served().filter((id) => id.startsWith('openai/'))).toEqual([
      'openai/gpt-4o',
      'openai/gpt-4o-mini',
      'openai/gpt-4o-audio-preview',
    ]);
  });

  it.each<[string, RuleSet]>([
    ['quotes', { ignore: ['a"b', "it's"], whitelist: [] }],
    ['characters of fnmatch', { ignore: ['gpt-[!4]*', 'o?-*', '[[]x]'], whitelist: ['modèle*'] }],
    ['signs of the file', { ignore: ['a=b', 'a#b', '$x', 'a b'], whitelist: [] }],
  ])('keeps %s as they are', async (_, after) => {
    expect((await setRules(after)).result.success).toBe(true);
    expect(openai()).toEqual(after);
  });

  it('empties a list', async () => {
    expect((await setRules({ ignore: [], whitelist: [] })).result.success).toBe(true);
    expect(double.process.file).not.toContain('IGNORE_MODELS_OPENAI');
  });

  it('is refused, with the rules that are there, if somebody else changed them since', async () => {
    double.process.setFilters('openai', { ignore: ['o1*'], whitelist: [] });
    expect(await setRules({ ignore: ['x'], whitelist: [] })).toMatchObject({
      result: {
        success: false,
        error_code: 'page_changed',
        message: 'List openai was not changed: meanwhile it has {"ignore":["o1*"]}. Nothing is changed.',
      },
      state: null,
    });
    expect(puts()).toEqual([]);
    expect(openai()).toEqual({ ignore: ['o1*'], whitelist: [] });
  });

  it.each<[string, (lists: RuleSet) => void]>([
    ['refuses it', () => undefined],
    ['saved it nevertheless', (lists) => double.process.setFilters('openai', lists)],
    [
      'failed between the two lists',
      ({ ignore }) => double.process.setFilters('openai', { ignore, whitelist: [] }),
    ],
  ])('by a server that %s is a failure, after which the rules are as before', async (_, act) => {
    const before = await stateNow();
    let isFirst = true;
    double.intercept = ({ method, body }) => {
      if (method !== 'PUT' || !isFirst) return null;
      isFirst = false;
      act(body as RuleSet);
      return { status: 500, body: { detail: 'disk full' } };
    };
    const { result, state } = await setRules({ ignore: ['x'], whitelist: ['y'] });
    expect(result).toMatchObject({ success: false, error_code: 'server_refused' });
    expect(result.message).toMatch(/disk full.* Nothing is changed\.$/);
    expect([state, await stateNow()]).toEqual([before, before]);
  });

  it('that the server wrote otherwise is a failure with the rules that are there', async () => {
    // The tools refuse such a rule; here it stands for anything that the server makes of a text.
    expect((await setRules({ ignore: ['a,b'], whitelist: [] })).result).toMatchObject({
      success: false,
      error_code: 'not_applied',
      message: 'List openai: the server confirmed the change, but it has {"ignore":["a","b"]}.',
    });
  });
});

describe('applying a state', () => {
  /** Differs from the start in three providers. */
  const WANTED: LlmProxyState = {
    filters: {
      openai: { ignore: ['gpt-4o'], whitelist: ['o1*'] },
      openrouter: { ignore: ['*:free'], whitelist: [] },
    },
  };

  const STEPS = [0, 1, 2];
  /** Answers one of the PUTs in another way; `act` gets its lists. */
  function failAt(
    failing: number,
    act: (lists: RuleSet, path: string) => ReturnType<LlmProxyDouble['intercept']>,
  ): void {
    let count = -1;
    double.intercept = ({ method, path, body }) => {
      if (method === 'PUT') count += 1;
      return method === 'PUT' && count === failing ? act(body as RuleSet, path) : null;
    };
  }
  const REFUSED = { status: 500, body: { detail: 'no space' } };

  it.each(STEPS)(
    'restores all providers if the answer to request %i is lost, and leaves the outcome open',
    async (failing) => {
      const before = await stateNow();
      failAt(failing, ({ ignore, whitelist }, path) => {
        double.process.setFilters(path.split('/').at(-1) ?? '', { ignore, whitelist });
        return 'cut';
      });
      await expect(half.applyState(WANTED, signal)).rejects.toMatchObject({
        code: 'page-protocol',
        message: expect.stringMatching(RESTORED),
        remedy: say('kit.change.openRemedy'),
      });
      expect(await stateNow()).toEqual(before);
    },
  );

  it.each(STEPS)('restores all providers if request %i wrote only one of its lists', async (failing) => {
    const before = await stateNow();
    failAt(failing, ({ ignore }, path) => {
      const provider = path.split('/').at(-1) ?? '';
      double.process.setFilters(provider, { ...double.process.filtersOf(provider), ignore });
      return REFUSED;
    });
    await expect(half.applyState(WANTED, signal)).rejects.toMatchObject({ code: 'state-refused' });
    expect(await stateNow()).toEqual(before);
  });

  it('is refused if somebody else changes a later provider, and keeps what they wrote', async () => {
    const before = await stateNow();
    failAt(0, () => {
      double.process.setFilters('openai', { ignore: ['by-another-admin'], whitelist: [] });
      return null;
    });
    await expect(half.applyState(WANTED, signal)).rejects.toMatchObject({
      code: 'state-refused',
      details: expect.stringContaining('List openai was not changed: meanwhile it has'),
    });
    const openaiNow = { ignore: ['by-another-admin'], whitelist: [] };
    expect(await stateNow()).toEqual({ filters: { ...before.filters, openai: openaiNow } });
  });

  it('says which provider it could not restore', async () => {
    let count = 0;
    double.intercept = ({ method }) => {
      if (method !== 'PUT') return null;
      count += 1;
      return count > 1 ? REFUSED : null;
    };
    await expect(half.applyState(WANTED, signal)).rejects.toMatchObject({
      message: expect.stringMatching(/“no space”\. The state before could not be restored\.$/),
      details: expect.stringMatching(/no space.* 1 of \d+ are changed and could not be set back: gemini\./),
    });
  });

  it.each<[string, LlmProxyState, string]>([
    ['a provider with a hyphen', { filters: { 'x-ai': { ignore: ['a'], whitelist: [] } } }, 'appends a line'],
    ['a comma', { filters: { openai: { ignore: ['a,b'], whitelist: [] } } }, 'comma'],
    [
      'an environment variable',
      { filters: { openai: { ignore: [`a\${HOME}`], whitelist: [] } } },
      'environment variable',
    ],
  ])('with %s is refused before anything is sent', async (_, wanted, message) => {
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      code: 'state-refused',
      ...(message === 'appends a line'
        ? { message: expect.stringContaining(message) }
        : { details: expect.stringContaining(message) }),
    });
    expect(puts()).toEqual([]);
  });
});
