import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CliProxyContext,
  type CliProxyState,
  contextSchema,
} from '@/src/adapters/cli-proxy-api/exclusions';
import { cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { say } from '@/src/schema/values/said';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';

const RESTORED = /The page is as it was\.$/;

const { signal } = new AbortController();
let double: CliProxyDouble;
let half: StateHalf;

beforeEach(async () => {
  double = await startCliProxyDouble({ reloadMs: 20 });
  half = serviceHalfAt(cliProxyService, double.origin, double.key);
});

afterEach(() => double.close());

const readContext = async () => (await half.getContext(signal)) as CliProxyContext;
const rulesOn = (provider: string) => double.config['oauth-excluded-models']?.[provider] ?? [];
const patches = () => double.requests.filter(({ method }) => method === 'PATCH');

/** Another admin writes directly. */
function writeAsOtherAdmin(provider: string, rules: string[]): void {
  double.config['oauth-excluded-models'] = { ...double.config['oauth-excluded-models'], [provider]: rules };
}

function setRules(list: { kind: 'provider' | 'key'; id: string }, before: string[], after: string[]) {
  return half.execute('exclude_models', { list, before, after }, signal);
}

const codex = { kind: 'provider' as const, id: 'codex' };

describe('the context', () => {
  it('has all exclusions, catalogues and aliases, and no API key', async () => {
    const context = await readContext();
    expect(contextSchema.parse(context)).toEqual(context);
    expect(context).toMatchObject({
      providers: { claude: ['claude-3-*'] },
      aliases: { codex: [{ name: 'gpt-5.4', alias: 'default' }] },
      catalogues: { codex: ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.3-codex-spark'] },
    });
    expect(
      context.entries.map(({ channel, index, host, models }) => ({ channel, index, host, models })),
    ).toEqual([
      { channel: 'gemini-api-key', index: 0, host: null, models: null },
      { channel: 'gemini-api-key', index: 1, host: 'gemini.example', models: null },
      { channel: 'claude-api-key', index: 0, host: null, models: ['claude-opus-5'] },
    ]);
    expect(context.keys).toEqual({ [context.entries[0]?.id ?? '']: ['gemini-2.5-pro'] });
    const text = JSON.stringify(context);
    for (const key of [
      'AIza-one-of-the-keys',
      'AIza-another-key',
      'sk-ant-own-models',
      'client-key',
      double.key,
    ]) {
      expect(text).not.toContain(key);
    }
  });

  it('names a key by the same id after it moved in the list', async () => {
    const before = (await readContext()).entries.map(({ id }) => id);
    double.config['gemini-api-key'].reverse();
    const after = (await readContext()).entries.map(({ id }) => id);
    expect(after).toEqual([before[1], before[0], before[2]]);
  });

  it('tells equal entries apart', async () => {
    double.config['gemini-api-key'] = [{ 'api-key': 'same' }, { 'api-key': 'same' }];
    const [one, two] = (await readContext()).entries;
    expect(two?.id).toBe(`${one?.id}-2`);
  });

  it('asks for the catalogues once in a while, and for the rules each time', async () => {
    await readContext();
    double.requests.length = 0;
    await readContext();
    const paths = double.requests.map(({ path }) => path.replace('/v0/management/', ''));
    expect(paths.filter((path) => !path.startsWith('auth-files'))).toEqual(['config']);
  });

  it.each<[string, () => void, string]>([
    [
      'without the management API',
      () => (double.intercept = () => ({ status: 404, body: null })),
      'no management API',
    ],
    [
      'with another answer',
      () => (double.intercept = () => ({ status: 200, body: [] })),
      'didn’t answer like',
    ],
    ['with an error', () => (double.intercept = () => ({ status: 502, body: null })), 'didn’t answer like'],
  ])('of a server %s is an error', async (_, prepare, message) => {
    prepare();
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-protocol',
      message: expect.stringContaining(message),
    });
  });
});

describe('a change of one list', () => {
  it('is read back as the server stores it, and reaches clients once the server has reloaded', async () => {
    const before = await double.served();
    const { result, state } = await setRules(codex, [], [' GPT-5.4 ', 'gpt-5.4', '*-MINI']);
    expect(result).toMatchObject({
      success: true,
      message: expect.stringContaining('Checked'),
      data: { clients_lost: ['default', 'gpt-5.4', 'gpt-5.4-mini'], clients_got: [] },
    });
    expect(state).toMatchObject({ providers: { claude: ['claude-3-*'], codex: ['gpt-5.4', '*-mini'] } });
    const gone = ['default', 'gpt-5.4', 'gpt-5.4-mini'];
    expect(await double.served()).toEqual(before.filter((id) => !gone.includes(id)));
  });

  it.each<[string, () => void, object]>([
    [
      'names only the models that clients lose, if another key serves the rest',
      () => double.config['claude-api-key'].push({ 'api-key': 'other', models: [{ name: 'gpt-5.4' }] }),
      { data: { clients_lost: ['default'], clients_got: [] } },
    ],
    [
      'is checked by what accounts serve without a client key',
      () => double.config['api-keys'].splice(0),
      { data: { in_force: 'yes', clients_lost: ['default', 'gpt-5.4'], clients_got: [] } },
    ],
  ])('%s', async (_, prepare, result) => {
    prepare();
    expect((await setRules(codex, [], ['gpt-5.4'])).result).toMatchObject({ success: true, ...result });
  });

  it('is one PATCH of that list alone', async () => {
    await setRules(codex, [], ['gpt-5.4']);
    expect(
      double.requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]),
    ).toEqual([['PATCH', { provider: 'codex', models: ['gpt-5.4'] }]]);
    expect(rulesOn('claude')).toEqual(['claude-3-*']);
  });

  it('deletes the list with its last rule', async () => {
    const { result } = await setRules({ kind: 'provider', id: 'claude' }, ['claude-3-*'], []);
    expect(result.success).toBe(true);
    expect(double.config['oauth-excluded-models']).toBeNull();
  });

  it('is refused, with the rules that are there, if somebody else changed the list since', async () => {
    writeAsOtherAdmin('codex', ['gpt-5.4-mini']);
    expect(await setRules(codex, [], ['gpt-5.4'])).toMatchObject({
      result: {
        success: false,
        error_code: 'page_changed',
        message:
          'List codex was not changed: meanwhile it has {"rules":["gpt-5.4-mini"]}. Nothing is changed.',
      },
      state: null,
    });
    expect(rulesOn('codex')).toEqual(['gpt-5.4-mini']);
    expect(patches()).toEqual([]);
  });

  it('is refused if somebody else changed the list while the models of clients were read', async () => {
    const { fetch: send } = globalThis;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (address.endsWith('/v1/models')) writeAsOtherAdmin('codex', ['gpt-5.4-mini']);
      return send(address, init);
    });
    half = serviceHalfAt(cliProxyService, double.origin, double.key);
    vi.unstubAllGlobals();
    expect((await setRules(codex, [], ['gpt-5.4'])).result).toMatchObject({ error_code: 'page_changed' });
    expect(rulesOn('codex')).toEqual(['gpt-5.4-mini']);
  });

  it.each(['AIza-twice', ''])('of an entry that its key %j doesn’t identify is refused', async (key) => {
    double.config['gemini-api-key'] = [
      { 'api-key': key, 'base-url': 'https://a.example' },
      { 'api-key': key, 'base-url': 'https://b.example' },
    ];
    const id = (await readContext()).entries[1]?.id ?? '';
    expect((await setRules({ kind: 'key', id }, [], ['x'])).result).toMatchObject({
      error_code: 'server_refused',
      message: expect.stringMatching(/can’t name just that entry.*Nothing is changed\.$/),
    });
    await expect(half.applyState({ providers: {}, keys: { [id]: ['x'] } }, signal)).rejects.toMatchObject({
      message: expect.stringContaining('can’t name just that entry'),
    });
    expect(patches()).toEqual([]);
  });

  it('of a key finds its entry wherever it stands, and leaves the others', async () => {
    const [, second] = (await readContext()).entries;
    double.config['gemini-api-key'].reverse();
    const { result } = await setRules({ kind: 'key', id: second?.id ?? '' }, [], ['*preview*']);
    expect(result.success).toBe(true);
    expect(double.config['gemini-api-key'].map((entry) => entry['excluded-models'])).toEqual([
      ['*preview*'],
      ['gemini-2.5-pro'],
    ]);
  });

  it('of a key that is gone changes nothing', async () => {
    expect(await setRules({ kind: 'key', id: 'gemini-api-key:00000000' }, [], ['x'])).toMatchObject({
      result: { success: false, error_code: 'server_refused' },
    });
    expect(patches()).toEqual([]);
  });

  it.each([
    [
      'refuses it',
      () => (double.intercept = ({ method }) => (method === 'PATCH' ? { status: 500, body: {} } : null)),
    ],
    ['can’t write its file', () => (double.isReadOnly = true)],
  ])('by a server that %s is a failure, and leaves nothing behind', async (_, prepare) => {
    prepare();
    expect(await setRules(codex, [], ['gpt-5.4'])).toMatchObject({
      result: {
        success: false,
        error_code: 'server_refused',
        message: expect.stringMatching(/Nothing is changed\.$/),
      },
      state: { providers: { claude: ['claude-3-*'] } },
    });
    expect(rulesOn('codex')).toEqual([]);
  });

  it('is refused on a server with a longer list than Steward reads', async () => {
    writeAsOtherAdmin(
      'codex',
      Array.from({ length: 2_001 }, (_, index) => `m${index}`),
    );
    await expect(readContext()).rejects.toMatchObject({
      code: 'too-complex',
      message: 'The list codex has 2,001 rules; Steward reads at most 2,000.',
    });
  });
});

describe('applying a state', () => {
  /** Differs from the start in four lists. */
  async function otherState(): Promise<CliProxyState> {
    const [first, second] = (await readContext()).entries;
    return {
      providers: { codex: ['gpt-5.4'], kimi: ['kimi-k2'] },
      keys: { [first?.id ?? '']: ['*flash*'], [second?.id ?? '']: ['*preview*'] },
    };
  }
  const stateNow = async () => half.stateOf(await readContext()) as CliProxyState;

  const STEPS = [0, 1, 2, 3, 4];

  it.each(STEPS)(
    'restores all lists if the answer to request %i is lost, and leaves the outcome open',
    async (failing) => {
      const [before, wanted] = [await stateNow(), await otherState()];
      let count = -1;
      double.intercept = ({ method }) => {
        if (method === 'PATCH') count += 1;
        return method === 'PATCH' && count === failing ? 'cut' : null;
      };
      await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
        code: 'page-protocol',
        message: expect.stringMatching(RESTORED),
        remedy: say('kit.change.openRemedy'),
      });
      expect(await stateNow()).toEqual(before);
    },
  );

  /** Another admin changes the rules of kimi, the third list, right before a request is carried out. */
  function changeKimiAt(request: number): void {
    let count = -1;
    double.intercept = ({ method }) => {
      if (method === 'PATCH') count += 1;
      if (method === 'PATCH' && count === request) writeAsOtherAdmin('kimi', ['kimi-k3']);
      return null;
    };
  }

  it.each([0, 1])('is refused if somebody else changes a later list before request %i', async (request) => {
    const [before, wanted] = [await stateNow(), await otherState()];
    changeKimiAt(request);
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      code: 'state-refused',
      details: expect.stringContaining('List kimi was not changed: meanwhile it has'),
    });
    expect(await stateNow()).toEqual({ ...before, providers: { ...before.providers, kimi: ['kimi-k3'] } });
  });

  it.each([3, 4])('reports what somebody else made of an earlier list before request %i', async (request) => {
    const wanted = await otherState();
    changeKimiAt(request);
    const left = { ...wanted, providers: { ...wanted.providers, kimi: ['kimi-k3'] } };
    expect(await half.applyState(wanted, signal)).toEqual(left);
  });

  it('restores what a server that can’t write its file has in memory', async () => {
    const [before, wanted] = [await stateNow(), await otherState()];
    double.isReadOnly = true;
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      code: 'state-refused',
      message: expect.stringMatching(RESTORED),
      details: expect.stringContaining('read-only'),
    });
    expect(await stateNow()).toEqual(before);
  });

  it('says which list it could not restore', async () => {
    const wanted = await otherState();
    let count = 0;
    double.intercept = ({ method }) => {
      if (method !== 'PATCH') return null;
      count += 1;
      return count > 1 ? { status: 500, body: { error: 'disk full' } } : null;
    };
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
      message: expect.stringMatching(/“disk full”\. The state before could not be restored\.$/),
      details: expect.stringMatching(/disk full.* 1 of \d+ are changed and could not be set back: claude\./),
    });
  });

  it('with rules of a key that is gone is refused before anything is sent', async () => {
    const wanted = { providers: {}, keys: { 'gemini-api-key:00000000': ['x'] } };
    await expect(half.applyState(wanted, signal)).rejects.toMatchObject({ code: 'state-refused' });
    expect(patches()).toEqual([]);
  });
});
