import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import type { CliProxyContext } from '@/src/adapters/cli-proxy-api/exclusions';
import { cliProxyCalls, cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import type { ToolPage } from '@/src/adapters/kit/calls';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { JsonObject } from '@/src/schema/values/json';
import { DOUBLE_CATALOGUES } from '@/tests/fakes/cli-proxy/double-config';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { inEnglish } from '@/tests/in-english';

const { signal } = new AbortController();
let double: CliProxyDouble;
let half: StateHalf;
let page: ToolPage;

beforeEach(async () => {
  double = await startCliProxyDouble({ reloadMs: 0 });
  half = serviceHalfAt(cliProxyService, double.origin, double.key);
  page = {
    read: () => half.getContext(signal),
    look: (operation) => half.query('', operation, signal),
    change: async (step) => (await half.execute('', step, signal)).result,
  };
});

afterEach(() => double.close());

const readContext = async () => (await half.getContext(signal)) as CliProxyContext;
const run = (tool: string, args: JsonObject) => cliProxyCalls.tools.run(tool, args, page);
const compute = async (...calls: [tool: string, args: JsonObject, leftOut?: string[]][]) =>
  inEnglish(
    await cliProxyCalls.dryRun.compute(
      calls.map(([tool, args, leftOut = []], index) => ({ executionId: `e${index}`, tool, args, leftOut })), // None by default.
      await readContext(),
      page,
    ),
  );
const firstKey = async () => (await readContext()).entries[0]?.id ?? '';

describe('a tool that reads', () => {
  it('lists the models of a provider with the rules that exclude them', async () => {
    expect(await run('list_models', { provider: 'Claude', status: 'excluded' })).toMatchObject({
      success: true,
      data: { models: [{ id: 'claude-3-7-sonnet-20250219', excluded_by: ['claude-3-*'] }], total: 1 },
    });
  });

  it('pages through them, by pattern and status', async () => {
    const args = { provider: 'aistudio', pattern: '*PREVIEW', status: 'available', offset: 1, limit: 1 };
    expect(await run('list_models', args)).toMatchObject({
      data: { models: [{ id: 'gemini-3-pro-preview' }], total: 2 },
    });
  });

  it('lists those of a key with models of its own', async () => {
    const own = (await readContext()).entries[2]?.id ?? '';
    expect(await run('list_models', { key: own })).toMatchObject({
      data: { models: [{ id: 'claude-opus-5' }] },
    });
  });

  it('explains in which lists a model is excluded', async () => {
    expect(await run('explain_model', { model: 'gemini-2.5-pro' })).toMatchObject({
      success: true,
      data: {
        offers: [
          { list: 'aistudio', id: 'gemini-2.5-pro', excluded_by: [] },
          { list: await firstKey(), excluded_by: ['gemini-2.5-pro'] },
          { excluded_by: [] },
        ],
      },
      message: expect.stringMatching(/^This page has 3 offers? of gemini-2.5-pro, 1 excluded/),
    });
  });

  describe('with the names that the server knows', () => {
    const OPENROUTER = {
      name: 'OpenRouter',
      'base-url': 'https://openrouter.example/v1',
      'api-key-entries': [{ 'api-key': 'sk-or-of-the-double' }],
      models: [{ name: 'moonshotai/kimi-k2:free', alias: 'kimi-k2' }, { name: 'glm-5' }],
    };
    const ID = 'openai-compatibility:OpenRouter';

    it.each<[string, string, object[], RegExp]>([
      [
        'by a provider’s alias of it',
        'Default',
        [{ list: 'codex', id: 'gpt-5.4', also_known_as: ['default'] }],
        /^This page has 1 offers? of Default, 0 excluded/,
      ],
      [
        'by its upstream id, if it also has an alias',
        'gpt-5.4',
        [{ list: 'codex', id: 'gpt-5.4', also_known_as: ['default'] }],
        /^This page has 1 offer/,
      ],
      [
        'by its upstream name, if an API key gives it another name',
        'gpt-5-mini',
        [
          {
            id: 'house-mini',
            also_known_as: expect.arrayContaining(['gpt-5-mini']),
            excluded_by: ['house-*'],
          },
        ],
        /1 offer of gpt-5-mini, 1 excluded/,
      ],
      [
        'by the name that an API key gives it',
        'house-mini',
        [{ id: 'house-mini', excluded_by: ['house-*'] }],
        /^This page has 1 offer/,
      ],
      [
        'by its name with the key’s prefix',
        'team/house-mini',
        [{ id: 'house-mini', excluded_by: ['house-*'] }],
        /^This page has 1 offer/,
      ],
      [
        'that an OpenAI-compatible provider and an OAuth account offer',
        'kimi-k2',
        [
          { list: 'kimi', excluded_by: [] },
          { list: ID, excluded_by: [] },
        ],
        /^This page has 2 offers .* has no rules/,
      ],
      [
        'by its upstream name at an OpenAI-compatible provider',
        'moonshotai/kimi-k2:free',
        [{ list: ID, id: 'kimi-k2' }],
        /^This page has 1 offer/,
      ],
    ])('explains a model %s', async (_, model, offers, message) => {
      double.config['codex-api-key'].push({
        'api-key': 'sk-house',
        prefix: 'team',
        models: [{ name: 'gpt-5-mini', alias: 'house-mini' }],
        'excluded-models': ['house-*'],
      });
      double.config['openai-compatibility'].push(OPENROUTER);
      const result = await run('explain_model', { model });
      expect(result).toMatchObject({
        success: true,
        message: expect.stringMatching(message),
        data: { offers },
      });
      expect(JSON.stringify(await readContext())).not.toContain('sk-or-of-the-double');
    });

    it('explains a model without the lists that have a rule for the model but don’t offer it', async () => {
      double.config['openai-compatibility'].push({ ...OPENROUTER, disabled: true });
      double.config['oauth-excluded-models'] = {
        codex: ['kimi-k2'],
        openrouter: ['kimi-k2'],
      };
      expect(await run('explain_model', { model: 'kimi-k2' })).toMatchObject({
        data: { offers: [{ list: 'kimi', excluded_by: [] }] },
      });
    });

    it('lists the models of an OpenAI-compatible provider, which doesn’t count as an API key', async () => {
      double.config['openai-compatibility'].push(OPENROUTER);
      const context = await readContext();
      expect(cliProxyApi.encodeContext(context, 8_000)).toContain(
        `"${ID}" (number 1 at openrouter.example, without rules: its own list decides): 2 models, 0 excluded\n  models: kimi-k2 glm-5`,
      );
      expect(inEnglish(cliProxyApi.pageLine(context)).facts).toContain('3 API keys');
      expect(await run('list_models', { key: ID })).toMatchObject({ data: { total: 2 } });
    });

    it.each<[string, JsonObject, string, RegExp]>([
      [
        'exclude_models',
        { provider: 'openrouter', patterns: ['kimi-k2'] },
        'without_rules',
        /its own list of models decides.*on the page/,
      ],
      [
        'exclude_models_for_key',
        { key: ID, patterns: ['kimi-k2'] },
        'without_rules',
        /its own list of models decides/,
      ],
      ['list_models', { provider: 'OPENROUTER' }, 'without_rules', new RegExp(ID)],
      [
        'exclude_models',
        { provider: 'gemini-api-key', patterns: ['x'] },
        'without_rules',
        /is an API key: use exclude_models_for_key/,
      ],
      [
        'exclude_models',
        { provider: 'GEMINI-api-key', patterns: ['x'] },
        'without_rules',
        /exclude_models_for_key/,
      ],
    ])(
      '%s refuses %j, because the name isn’t that of an OAuth provider or an API key',
      async (tool, args, code, message) => {
        double.config['openai-compatibility'].push(OPENROUTER);
        expect(await run(tool, args)).toMatchObject({
          success: false,
          error_code: code,
          message: expect.stringMatching(message),
        });
        expect(double.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      },
    );

    it.each<[string, string, () => void]>([
      [
        'has rules as an OAuth provider',
        'openrouter',
        () => (double.config['oauth-excluded-models'] = { openrouter: ['kimi-k2'] }),
      ],
      [
        'has aliases as an OAuth provider',
        'openrouter',
        () => (double.config['oauth-model-alias'] = { openrouter: [{ name: 'a', alias: 'b' }] }),
      ],
      ...['codex', 'gemini-cli', 'qwen', 'iflow'].map((name): [string, string, () => void] => [
        'is an OAuth provider in some version of the server',
        name,
        () => undefined,
      ]),
    ])(
      'adds and removes rules for an OpenAI-compatible provider’s name that %s: %s',
      async (_, provider, prepare) => {
        double.config['openai-compatibility'].push({ ...OPENROUTER, name: provider });
        prepare();
        const args = { provider, patterns: ['new-rule'] };
        expect(await run('exclude_models', args)).toMatchObject({ success: true });
        expect(await run('remove_exclusions', args)).toMatchObject({ success: true });
      },
    );
  });

  it.each<[string, JsonObject, string]>([
    ['list_models', {}, 'invalid_parameters'],
    ['list_models', { provider: 'codex', key: 'x' }, 'invalid_parameters'],
    ['list_models', { provider: 'nobody' }, 'list_not_found'],
    ['explain_model', { model: 'nothing' }, 'model_not_found'],
  ])('%s fails with a reason for %j', async (tool, args, code) => {
    expect(await run(tool, args)).toMatchObject({ success: false, error_code: code });
  });
});

describe('what accounts serve', () => {
  const excludeHere = (...excluded: string[]) => {
    const account = double.accounts.find(({ provider }) => provider === 'codex');
    account?.excluded.push(...excluded);
    double.reload();
  };
  const lost = async (...args: Parameters<typeof compute>) =>
    (await compute(...args)).dryRun.net.effects.flatMap(({ kind, names }) =>
      kind === 'gain' ? [] : names.map(({ name }) => name),
    );
  const BASIS = (net: { notes: { topic: string; text: unknown }[] }) =>
    net.notes.filter(({ topic }) => topic === 'basis').map(({ text }) => text);

  it('a model that an account’s own exclusions keep out → explained as not served, and no loss', async () => {
    excludeHere('gpt-5.4-mini');
    expect(await run('explain_model', { model: 'gpt-5.4-mini' })).toMatchObject({
      message: expect.stringMatching(/1 that no account serves.*Clients don’t get it\.$/),
      data: { offers: [{ list: 'codex', excluded_by: [], served: false }] },
    });
    expect(await run('list_models', { provider: 'codex', pattern: '*mini' })).toMatchObject({
      data: { models: [{ id: 'gpt-5.4-mini', served: false }] },
    });
    const call = ['exclude_models', { provider: 'codex', patterns: ['gpt-5.4*'] }] as [string, JsonObject];
    expect(await lost(call)).toEqual(['gpt-5.4']);
    expect(BASIS((await compute(call)).dryRun.net)).toEqual(['By what is served now.']);
    expect((await run(...call)).data).toMatchObject({ clients_lost: ['default', 'gpt-5.4'] });
  });

  it.each([
    ['a provider without an account', ['exclude_models', { provider: 'kimi', patterns: ['*'] }], []],
    [
      'accounts of which one serves it',
      ['exclude_models', { provider: 'codex', patterns: ['gpt-5.4-mini'] }],
      ['gpt-5.4-mini'],
    ],
  ] as [string, [string, JsonObject], string[]][])('of %s → %j loses %j', async (_, call, expected) => {
    excludeHere('gpt-5.4-mini');
    double.accounts.push({ name: 'second.json', provider: 'codex', excluded: ['gpt-5.4'] });
    double.reload();
    expect(await lost(call)).toEqual(expected);
  });

  it('a provider without an account → no gain either', async () => {
    double.config['oauth-excluded-models'] = { kimi: ['kimi-k2'] };
    double.reload();
    const { dryRun } = await compute(['remove_exclusions', { provider: 'kimi', patterns: ['kimi-k2'] }]);
    expect(dryRun.net.effects).toEqual([]);
  });

  it('that can’t be read → the effects are those on the page’s list, and the card says so', async () => {
    double.intercept = ({ path }) =>
      path.startsWith('/v0/management/auth-files') ? { status: 404, body: null } : null;
    const call = ['exclude_models', { provider: 'kimi', patterns: ['kimi-k2'] }] as [string, JsonObject];
    expect(await lost(call)).toEqual(['kimi-k2']);
    expect(BASIS((await compute(call)).dryRun.net)).toEqual([
      'By the page’s list: what is served may differ.',
    ]);
    expect(await run('explain_model', { model: 'kimi-k2' })).toMatchObject({
      message: expect.stringContaining('Clients get it as long as'),
      data: { offers: [{ served: null }] },
    });
  });

  it('agrees with what clients lose, for any exclusions of accounts, providers and calls', async () => {
    double.config['gemini-api-key'] = [];
    double.config['claude-api-key'] = [];
    const models = DOUBLE_CATALOGUES.codex ?? [];
    const some = fc.subarray([...models]);
    await fc.assert(
      fc.asyncProperty(
        some,
        some,
        fc.subarray([...models], { minLength: 1 }),
        async (own, rules, patterns) => {
          double.accounts = [{ name: 'a.json', provider: 'codex', excluded: own }];
          double.config['oauth-excluded-models'] = rules.length === 0 ? null : { codex: rules };
          double.reload();
          const call = ['exclude_models', { provider: 'codex', patterns }] as [string, JsonObject];
          const before = await double.served();
          const { dryRun } = await compute(call);
          const [only] = dryRun.calls;
          if (only?.kind !== 'change') return;
          const expected = dryRun.net.effects
            .filter(({ kind }) => kind === 'loss')
            .flatMap(({ names }) => names.map(({ name }) => name));
          double.config['oauth-excluded-models'] = { codex: [...new Set([...rules, ...patterns])] };
          double.reload();
          const now = await double.served();
          const gone = before.filter((id) => !now.includes(id) && id !== 'default');
          expect(expected.sort()).toEqual(gone.sort());
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('an entry that no request can name alone', () => {
  it.each([
    ['exclude_models_for_key', 'gpt-5.4-mini'],
    ['remove_exclusions_for_key', 'gpt-5.4'],
  ])('%s → refused in the dry run, and shown in the page’s state', async (tool, pattern) => {
    const shared = { 'api-key': 'sk-shared', 'excluded-models': ['gpt-5.4'] };
    double.config['codex-api-key'] = [shared, shared, { 'api-key': '', 'base-url': 'https://c.example' }];
    const context = await readContext();
    const ids = context.entries.filter(({ channel }) => channel === 'codex-api-key').map(({ id }) => id);
    expect(ids).toHaveLength(3);
    for (const key of ids) {
      const { dryRun } = await compute([tool, { key, patterns: [pattern] }]);
      expect(dryRun.calls[0]).toMatchObject({
        kind: 'failure',
        result: { error_code: 'without_rules', message: expect.stringContaining('can’t name just that') },
      });
    }
    expect(cliProxyApi.encodeContext(context, 8_000)).toContain('its rules can’t be changed here');
  });

  it('keeps its rules in a rollback, which says so', async () => {
    const start = await readContext();
    const before = cliProxyApi.restorableState(start);
    const [key] = Object.keys(before.keys);
    double.config['gemini-api-key'].push({ 'api-key': 'AIza-one-of-the-keys' });
    double.config['gemini-api-key'][0] = { 'api-key': 'AIza-one-of-the-keys', 'excluded-models': ['x'] };
    double.config['oauth-excluded-models'] = null;
    const now = await readContext();
    const taken = cliProxyApi.takeable?.(cliProxyApi.restorableState(now), before, now);
    expect(inEnglish(taken?.left ?? [])).toEqual([expect.stringContaining(`The rules of ${key} stay`)]);
    expect(await half.applyState(taken?.state ?? null, signal)).toEqual({
      providers: before.providers,
      keys: { [key ?? '']: ['x'] },
    });
  });
});

describe('a tool that changes rules', () => {
  it('adds rules, and names the models that clients lost by them, not those that a key still serves', async () => {
    expect(await run('exclude_models', { provider: 'aistudio', patterns: ['*Preview*'] })).toMatchObject({
      success: true,
      message: expect.stringContaining('Checked: clients don’t get 1 model any more.'),
      data: { rules: ['*preview*'], in_force: 'yes', clients_lost: ['gemini-3-flash-preview'] },
    });
    expect(double.config['oauth-excluded-models']).toEqual({
      aistudio: ['*preview*'],
      claude: ['claude-3-*'],
    });
  });

  describe('of a key that gives models names of its own', () => {
    const house = { 'api-key': 'sk-house', models: [{ name: 'gpt-5-mini', alias: 'house-mini' }] };
    const keyOfHouse = async () => (await readContext()).entries.at(-1)?.id ?? '';

    beforeEach(() => {
      double.config['codex-api-key'].push(house);
      double.reload();
    });

    it('previews a rule by that name, which clients then don’t get', async () => {
      const args = { key: await keyOfHouse(), patterns: ['house-*'] };
      const { dryRun } = await compute(['exclude_models_for_key', args]);
      expect(dryRun.net.effects[0]).toMatchObject({
        title: 'Newly excluded',
        names: [{ name: 'house-mini' }],
      });
      expect(await run('exclude_models_for_key', args)).toMatchObject({
        message: expect.stringContaining('Checked: clients don’t get 1 model any more.'),
        data: { in_force: 'yes', clients_lost: ['house-mini'] },
      });
      expect(await double.served()).not.toContain('house-mini');
    });

    it('refuses a rule that matches only the upstream name, and names the id that rules are compared with', async () => {
      const args = { key: await keyOfHouse(), patterns: ['gpt-5-*'] };
      const failed = {
        error_code: 'rule_without_effect',
        message: expect.stringContaining('"gpt-5-*" would exclude nothing'),
        data: { compared_with: ['house-mini'] },
      };
      const { dryRun } = await compute(['exclude_models_for_key', args]);
      expect(dryRun.calls[0]).toMatchObject({ kind: 'failure', result: failed });
      expect(await run('exclude_models_for_key', args)).toMatchObject(failed);
    });
  });

  it.each<[string, string, string, string]>([
    ['an alias', 'codex', 'default', 'gpt-5.4'],
    ['a pattern that matches only aliases', 'codex', 'DEF*', 'gpt-5.4'],
  ])(
    'refuses %s as a rule, and names the id that rules are compared with',
    async (_, provider, pattern, id) => {
      expect(await run('exclude_models', { provider, patterns: ['x', pattern] })).toMatchObject({
        error_code: 'rule_without_effect',
        data: { compared_with: [id] },
      });
    },
  );

  it.each(['flash', 'fl*'])(
    'accepts an alias as a rule, with a note, if the server has no catalogue for the provider: %s',
    async (pattern) => {
      double.config['oauth-model-alias']['gemini-cli'] = [{ name: 'gemini-2.5-flash', alias: 'flash' }];
      const args = { provider: 'gemini-cli', patterns: [pattern] };
      const { dryRun } = await compute(['exclude_models', args]);
      expect(dryRun.net.notes.map(({ text }) => text).join(' ')).toContain('no catalogue for gemini-cli');
      expect(await run('exclude_models', args)).toMatchObject({ success: true });
    },
  );

  it('refuses a rule that matches a model’s name only with the key’s prefix', async () => {
    double.config['codex-api-key'].push({ 'api-key': 'sk', prefix: 'team', models: [{ name: 'gpt-6' }] });
    const key = (await readContext()).entries.at(-1)?.id ?? '';
    expect(await run('exclude_models_for_key', { key, patterns: ['team/gpt-6'] })).toMatchObject({
      error_code: 'rule_without_effect',
      data: { compared_with: ['gpt-6'] },
    });
  });

  it('previews the aliases that clients lose together with an excluded model', async () => {
    const { dryRun } = await compute(['exclude_models', { provider: 'codex', patterns: ['gpt-5.4'] }]);
    expect(dryRun.net.effects[0]?.names).toEqual([{ name: 'gpt-5.4', detail: 'also known as default' }]);
  });

  it('has no warning about clients in its preview if the rule excludes no model', async () => {
    const { dryRun } = await compute(['exclude_models', { provider: 'codex', patterns: ['gpt-7'] }]);
    expect(dryRun.net).not.toHaveProperty('warning');
    expect(dryRun.net.notes.map(({ topic }) => topic)).toEqual(['basis', 'way-back']);
  });

  it.each<[string, () => void, string]>([
    [
      'an alias',
      () => (double.config['oauth-model-alias'] = { codex: [{ name: 'gpt-5.4', alias: 'house' }] }),
      'house',
    ],
    [
      'a key’s prefix',
      () => {
        double.config['codex-api-key'].push({ 'api-key': 'sk', prefix: 'team', models: [{ name: 'gpt-6' }] });
        double.config['force-model-prefix'] = true;
      },
      'team/gpt-6',
    ],
  ])('names what clients get again under %s', async (_, prepare, name) => {
    prepare();
    double.reload();
    const own = double.config['codex-api-key'].length > 0;
    const list = own ? { key: (await readContext()).entries.at(-1)?.id ?? '' } : { provider: 'codex' };
    const tools = own
      ? (['exclude_models_for_key', 'remove_exclusions_for_key'] as const)
      : (['exclude_models', 'remove_exclusions'] as const);
    expect(await run(tools[0], { ...list, patterns: ['gpt-*'] })).toMatchObject({
      data: { clients_lost: expect.arrayContaining([name]) },
    });
    expect(await run(tools[1], { ...list, patterns: ['gpt-*'] })).toMatchObject({
      success: true,
      message: expect.stringContaining('Checked: clients get'),
      data: { clients_got: expect.arrayContaining([name]) },
    });
  });

  it('says that a change without an effect on clients has none', async () => {
    const { message } = await run('exclude_models', { provider: 'codex', patterns: ['no-such-model'] });
    expect(message).toContain('Clients get the same models as before');
    expect(message).not.toContain('Checked');
  });

  it('doesn’t send all rules of a long list to the model', async () => {
    double.config['oauth-excluded-models'] = {
      codex: Array.from({ length: 1_990 }, (_, index) => `model-${index}`),
    };
    const { data } = await run('exclude_models', { provider: 'codex', patterns: ['gpt-5.4'] });
    expect(data).toMatchObject({ rules_total: 1_991, clients_lost: ['default', 'gpt-5.4'] });
    expect(JSON.stringify(data).length).toBeLessThan(5_000);
  });

  it('makes the first list of a provider that the page doesn’t list, and says so before and after', async () => {
    const args = { provider: ' Codex-Team ', patterns: ['gpt-5*'] };
    const note =
      'The page lists no OAuth provider "codex-team"; the server takes any name. Near names: codex.';
    const { dryRun } = await compute(['exclude_models', args]);
    expect(dryRun.net.notes.map(({ text }) => text)).toContain(note);
    expect(await run('exclude_models', args)).toMatchObject({
      success: true,
      message: expect.stringContaining(note),
      data: { list: 'codex-team', rules: ['gpt-5*'] },
    });
    expect(double.config['oauth-excluded-models']).toMatchObject({ 'codex-team': ['gpt-5*'] });
    expect((await compute(['exclude_models', { ...args, patterns: ['o3'] }])).dryRun.net.notes).toHaveLength(
      4,
    );
  });

  it('says that the page’s own editor is out of date', async () => {
    const { message } = await run('exclude_models', { provider: 'codex', patterns: ['gpt-5.4'] });
    expect(message).toContain('reload the page');
  });

  it('removes rules of a key, and doesn’t say that clients got a model that they had from another one', async () => {
    const key = await firstKey();
    expect(await run('remove_exclusions_for_key', { key, patterns: ['gemini-2.5-pro'] })).toMatchObject({
      success: true,
      data: { rules: [], in_force: 'unknown', clients_got: [] },
    });
    expect(double.config['gemini-api-key'][0]?.['excluded-models']).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['exclude_models', { provider: ' ', patterns: ['x'] }, 'list_not_found'],
    ['remove_exclusions', { provider: 'nobody', patterns: ['x'] }, 'list_not_found'],
    ['exclude_models', { provider: 'codex', patterns: [' '] }, 'invalid_pattern'],
    ['exclude_models', { provider: 'codex', patterns: ['a,b'] }, 'invalid_pattern'],
    ['exclude_models', { provider: 'claude', patterns: ['CLAUDE-3-*'] }, 'duplicate_rule'],
    ['remove_exclusions', { provider: 'claude', patterns: ['claude-3-*', 'other'] }, 'rule_not_found'],
    ['exclude_models_for_key', { key: 'FIRST', patterns: ['*'] }, 'invalid_pattern'],
  ])('%s refuses %j and changes nothing', async (tool, args, code) => {
    const given = args.key === 'FIRST' ? { ...args, key: await firstKey() } : args;
    expect(await run(tool, given)).toMatchObject({ success: false, error_code: code });
    const { dryRun } = await compute([tool, given]);
    expect(dryRun.calls[0]).toMatchObject({ kind: 'failure', result: { error_code: code } });
    expect(double.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('the dry run', () => {
  const previews = { provider: 'aistudio', patterns: ['*preview*'] };

  it('names the models that clients lose, and a key that doesn’t exclude them', async () => {
    const { dryRun } = await compute(['exclude_models', previews]);
    const [, second] = (await readContext()).entries;
    expect(dryRun.net).toMatchObject({
      summary: 'For aistudio (OAuth accounts): excludes 2 models.',
      effects: [
        {
          kind: 'loss',
          title: 'Newly excluded',
          names: [
            { name: 'gemini-3-flash-preview', detail: null },
            { name: 'gemini-3-pro-preview', detail: `not excluded on ${await firstKey()}` },
          ],
          total: 2,
        },
      ],
      unchanged: '2 models stay as they are.',
      differences: [{ kind: 'added', text: 'aistudio: exclusion "*preview*"' }],
    });
    expect(second).toBeDefined();
    expect(double.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('warns if nothing is left of a list', async () => {
    const { dryRun } = await compute(['exclude_models', { provider: 'codex', patterns: ['*'] }]);
    expect(dryRun.net.effects).toContainEqual(
      expect.objectContaining({
        kind: 'warning',
        names: [{ name: 'codex', detail: 'every model is excluded' }],
      }),
    );
  });
});

describe('the definition', () => {
  it('goes live at once, so it has no saved state', () => {
    expect(cliProxyApi.saving).toBeUndefined();
  });

  it('lets no change pass without approval', () => {
    for (const { effect, defaultPermission } of cliProxyApi.tools) {
      expect(defaultPermission).toBe(effect === 'read' ? 'allow' : 'ask');
    }
  });

  it('reports changes of rules by list, and of catalogues as the server’s own', async () => {
    const before = await readContext();
    double.config['oauth-excluded-models'] = { claude: ['claude-opus-5'] };
    const after = { ...(await readContext()), catalogues: { ...before.catalogues, kimi: ['kimi-k4'] } };
    expect(cliProxyApi.diffContext(before, after, 0)).toEqual([
      {
        type: 'exclusion_removed',
        timestamp: '1970-01-01T00:00:00.000Z',
        list: 'claude',
        pattern: 'claude-3-*',
      },
      {
        type: 'exclusion_added',
        timestamp: '1970-01-01T00:00:00.000Z',
        list: 'claude',
        pattern: 'claude-opus-5',
      },
      { type: 'catalogue_changed', timestamp: '1970-01-01T00:00:00.000Z', channel: 'kimi', new_count: 1 },
    ]);
    expect(cliProxyApi.ownChangeTypes).toContain('catalogue_changed');
    expect(cliProxyApi.diffContext(before, before, 0)).toEqual([]);
  });

  it('reports a changed OpenAI-compatible provider as a change of the page', async () => {
    const before = await readContext();
    double.config['openai-compatibility'].push({
      name: 'local',
      'base-url': '',
      'api-key-entries': [],
      models: [{ name: 'm' }],
    });
    expect(cliProxyApi.diffContext(before, await readContext(), 0)).toMatchObject([
      { type: 'api_keys_changed' },
    ]);
  });

  it('suggests what the page has to offer', async () => {
    expect(inEnglish(cliProxyApi.suggestions?.(await readContext()))).toEqual([
      'Exclude 2 preview models of aistudio',
      'Which models do the 2 exclusion rules exclude?',
    ]);
    expect(inEnglish(cliProxyApi.pageLine(await readContext()))).toEqual({
      title: 'CLIProxyAPI',
      name: null,
      facts: ['2 exclusion rules', '3 API keys'],
      unsaved: false,
    });
  });
});
