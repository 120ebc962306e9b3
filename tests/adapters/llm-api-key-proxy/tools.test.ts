import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolPage } from '@/src/adapters/kit/calls';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import type { LlmProxyContext } from '@/src/adapters/llm-api-key-proxy/filters';
import { llmProxyCalls, llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { JsonObject } from '@/src/schema/values/json';
import { type LlmProxyDouble, startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { inEnglish } from '@/tests/in-english';

const { signal } = new AbortController();
let double: LlmProxyDouble;
let half: StateHalf;
let page: ToolPage;

beforeEach(async () => {
  double = await startLlmProxyDouble();
  half = serviceHalfAt(llmProxyService, double.origin, double.key ?? '');
  page = {
    read: () => half.getContext(signal),
    look: (operation) => half.query('', operation, signal),
    change: async (step) => (await half.execute('', step, signal)).result,
  };
});

afterEach(() => double.close());

const readContext = async () => (await half.getContext(signal)) as LlmProxyContext;
const run = (tool: string, args: JsonObject) => llmProxyCalls.tools.run(tool, args, page);
const compute = async (...calls: [tool: string, args: JsonObject, leftOut?: string[]][]) =>
  inEnglish(
    await llmProxyCalls.dryRun.compute(
      calls.map(([tool, args, leftOut = []], index) => ({ executionId: `e${index}`, tool, args, leftOut })), // None by default.
      await readContext(),
      page,
    ),
  );
const PREVIEWS = { provider: 'openai', list: 'ignore', patterns: ['*-preview'] };
const noModels = () => {
  double.intercept = ({ path }) => (path === '/v1/models' ? { status: 503, body: null } : null);
};

describe('a tool that reads', () => {
  it('lists rules with the number of listed models that each decides', async () => {
    expect(await run('list_rules', {})).toMatchObject({
      success: true,
      message: expect.stringContaining('3 rules'),
      data: {
        rules: [
          { provider: 'gemini', list: 'whitelist', pattern: 'gemini-2.5-pro', decides: 1 },
          { provider: 'openai', list: 'ignore', pattern: '*-audio-*', decides: 0 },
          { provider: 'openai', list: 'ignore', pattern: 'o3*', decides: 0 },
        ],
      },
    });
  });

  it('lists the models that clients get, with what the saved rules make of them', async () => {
    double.process.setFilters('openai', { ignore: ['o1-*'], whitelist: [] });
    expect(await run('list_models', { provider: 'OpenAI', show: 'hidden' })).toMatchObject({
      data: {
        models: [
          {
            id: 'openai/o1-preview',
            after_restart: 'ignored',
            rule: { provider: 'openai', list: 'ignore', pattern: 'o1-*' },
          },
        ],
        total: 1,
      },
    });
    expect(await run('list_models', { contains: 'GPT-4O', offset: 1, limit: 1 })).toMatchObject({
      data: { models: [{ id: 'openai/gpt-4o-mini' }], total: 3, next_offset: 2 },
    });
  });

  it('finds the models that a pattern matches, by name or full id', async () => {
    expect(await run('get_models_matching_pattern', { pattern: 'openai/*' })).toMatchObject({
      data: {
        matching_models: [
          'openai/gpt-4o',
          'openai/gpt-4o-mini',
          'openai/o1-preview',
          'openrouter/openai/gpt-4o',
        ],
      },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['list_rules', { provider: 'nobody' }, 'provider_not_found'],
    ['list_models', { provider: 'nobody' }, 'provider_not_found'],
    ['get_models_matching_pattern', { pattern: 'a,b' }, 'invalid_pattern'],
    ['get_models_matching_pattern', { pattern: 'claude-*' }, 'no_match'],
  ])('%s fails with a reason for %j', async (tool, args, code) => {
    expect(await run(tool, args)).toMatchObject({ success: false, error_code: code });
  });

  it.each(['list_models', 'check_rules_in_force', 'get_models_matching_pattern'])(
    '%s says that the models are unknown while the server doesn’t list them',
    async (tool) => {
      noModels();
      const args = tool === 'get_models_matching_pattern' ? { pattern: '*' } : {};
      expect(await run(tool, args)).toMatchObject({ success: false, error_code: 'models_unknown' });
    },
  );
});

describe('the check whether rules are in force', () => {
  it('needs a restart after a change, whatever the proxy’s own reload answers, and is in force after it', async () => {
    await run('add_rules', PREVIEWS);
    const reload = await fetch(`${double.origin}/v1/admin/reload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${double.key}` },
    });
    expect(reload.status).toBe(200);
    expect(await run('check_rules_in_force', {})).toMatchObject({
      success: true,
      message: expect.stringContaining('Restart needed'),
      data: { restart_needed: true, still_listed: ['openai/o1-preview'] },
    });
    double.process.restart();
    expect(await run('check_rules_in_force', { provider: 'openai' })).toMatchObject({
      success: true,
      message: expect.stringContaining(
        'of the 2 models of openai that clients get, the saved rules hide none',
      ),
      data: { restart_needed: null, listed_models: 2 },
    });
  });

  it('shows after a restart that the container’s environment wins over the file', async () => {
    double.process.container = { IGNORE_MODELS_OPENAI: 'nothing-else' };
    await run('add_rules', PREVIEWS);
    double.process.restart();
    expect(await run('check_rules_in_force', {})).toMatchObject({
      message: expect.stringContaining('from its environment'),
      data: { restart_needed: true },
    });
  });

  it('leaves it open if the proxy may use other rules for the listed models', async () => {
    double.intercept = ({ path }) =>
      path === '/v1/models' ? { status: 200, body: { data: [{ id: 'google/gemini-3' }] } } : null;
    double.process.setFilters('gemini', { ignore: ['*'], whitelist: [] });
    expect(await run('check_rules_in_force', {})).toMatchObject({
      message: expect.stringContaining('Not certain'),
      data: { restart_needed: null, still_listed: ['google/gemini-3'] },
    });
    expect(inEnglish(llmApiKeyProxy.pageLine(await readContext())).facts).not.toContain('restart needed');
  });

  it('says that a provider has no rules', async () => {
    expect(await run('check_rules_in_force', { provider: 'openrouter' })).toMatchObject({
      message: expect.stringContaining('There are no saved rules of openrouter'),
      data: { restart_needed: null },
    });
  });

  it('reports the restart as unknown if the list of models contradicts no saved rule', async () => {
    double.process.setFilters('openai', { ignore: ['*'], whitelist: [] });
    double.process.restart();
    await run('add_rules', { provider: 'openai', list: 'whitelist', patterns: ['gpt-4o*'] });
    expect(await run('check_rules_in_force', {})).toMatchObject({
      success: true,
      message: expect.stringContaining('That is no proof'),
      data: { restart_needed: null },
    });
  });

  it('is about one provider if the call names it', async () => {
    await run('add_rules', PREVIEWS);
    expect(await run('check_rules_in_force', { provider: 'gemini' })).toMatchObject({
      data: { restart_needed: null },
    });
  });
});

describe('a tool that changes rules', () => {
  it('adds rules, says what they hide and that a restart is needed', async () => {
    const result = await run('add_rules', { ...PREVIEWS, patterns: ['*-preview', 'o3*', '*-preview'] });
    expect(result).toMatchObject({
      success: true,
      message: expect.stringContaining('Restart needed'),
      data: {
        provider: 'openai',
        list: 'ignore',
        rules: ['*-audio-*', 'o3*', '*-preview'],
        restart_needed: true,
        newly_hidden: ['openai/o1-preview'],
      },
    });
    expect(double.process.filtersOf('openai')).toEqual({
      ignore: ['*-audio-*', 'o3*', '*-preview'],
      whitelist: [],
    });
  });

  it('removes rules, and says that the models that come back can’t be named', async () => {
    const result = await run('remove_rules', { ...PREVIEWS, patterns: ['*-audio-*'] });
    expect(result).toMatchObject({ success: true, data: { rules: ['o3*'] } });
    expect(result.message).toContain('come back can’t be named');
  });

  it('says in preview and result that a rule with brackets doesn’t match the listed model of that name', async () => {
    double.intercept = ({ path }) =>
      path === '/v1/models' ? { status: 200, body: { data: [{ id: 'openai/gpt-4[v]' }] } } : null;
    const args = { ...PREVIEWS, patterns: ['gpt-4[v]'] };
    const text = expect.stringContaining('"gpt-4[v]" doesn’t match the model of that name; use "gpt-4[[]v]"');
    expect((await compute(['add_rules', args])).dryRun.net.notes).toContainEqual({ topic: 'unknown', text });
    expect(await run('add_rules', args)).toMatchObject({ success: true, message: text });
  });

  it('keeps the other list when it replaces one', async () => {
    await run('replace_rules', { provider: 'openai', list: 'whitelist', patterns: ['gpt-*'] });
    expect(double.process.filtersOf('openai')).toEqual({
      ignore: ['*-audio-*', 'o3*'],
      whitelist: ['gpt-*'],
    });
  });

  it('says that an emptied list stays in the process until the restart', async () => {
    const { message } = await run('replace_rules', { provider: 'openai', list: 'ignore', patterns: [] });
    expect(message).toContain(
      'Until the restart the process keeps the old rules of the ignore list of openai',
    );
  });

  it('names models that a later change leaves listed', async () => {
    await run('add_rules', PREVIEWS);
    expect(await run('remove_rules', PREVIEWS)).toMatchObject({
      data: { newly_hidden: [], stay_listed: ['openai/o1-preview'] },
    });
  });

  it('works while the models are unknown, and says so', async () => {
    noModels();
    expect(await run('add_rules', PREVIEWS)).toMatchObject({
      success: true,
      message: expect.stringContaining('The effect of the change after a restart of the proxy is unknown'),
    });
  });

  it.each<[string, JsonObject, string]>([
    ['add_rules', { ...PREVIEWS, provider: 'opena' }, 'provider_not_found'],
    ['add_rules', { ...PREVIEWS, provider: 'x-ai' }, 'provider_not_writable'],
    ['remove_rules', { ...PREVIEWS, provider: 'x-ai' }, 'provider_not_writable'],
    ['add_rules', { ...PREVIEWS, patterns: [''] }, 'invalid_pattern'],
    ['add_rules', { ...PREVIEWS, patterns: ['ok', ' x'] }, 'invalid_pattern'],
    ['add_rules', { ...PREVIEWS, patterns: ['a,b'] }, 'invalid_pattern'],
    ['add_rules', { ...PREVIEWS, patterns: [`\${HOME}`] }, 'invalid_pattern'],
    ['replace_rules', { ...PREVIEWS, patterns: ['a\\'] }, 'invalid_pattern'],
    ['add_rules', { ...PREVIEWS, patterns: ['o3*'] }, 'duplicate_rule'],
    ['remove_rules', { ...PREVIEWS, patterns: ['o3*', 'other'] }, 'rule_not_found'],
    ['replace_rules', { ...PREVIEWS, patterns: ['*-audio-*', 'o3*'] }, 'nothing_to_change'],
  ])('%s refuses %j and changes nothing', async (tool, args, code) => {
    expect(await run(tool, args)).toMatchObject({ success: false, error_code: code });
    const { dryRun } = await compute([tool, args]);
    expect(dryRun.calls[0]).toMatchObject({ kind: 'failure', result: { error_code: code } });
    expect(double.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('the dry run', () => {
  it('names the listed models that clients lose after a restart', async () => {
    const { dryRun } = await compute(['add_rules', PREVIEWS]);
    expect(dryRun.net).toMatchObject({
      summary: 'After a restart of the proxy, the change hides 1 listed model.',
      effects: [
        {
          kind: 'loss',
          title: 'Newly hidden',
          names: [{ name: 'openai/o1-preview', detail: null }],
          total: 1,
        },
      ],
      unchanged: '8 models stay as they are.',
      differences: [{ kind: 'added', text: 'openai: ignore rule "*-preview"' }],
    });
    expect(dryRun.net.notes.map(({ topic }) => topic)).toEqual(['basis', 'others', 'others', 'way-back']);
    expect(double.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('says that models that come back can’t be named, and what an emptied list does', async () => {
    const args = { provider: 'openai', list: 'ignore', patterns: [] };
    const { dryRun } = await compute(['replace_rules', args]);
    const texts = dryRun.net.notes.map(({ text }) => text).join('\n');
    expect(texts).toContain('come back can’t be named');
    expect(texts).toContain('the process keeps the old rules');
  });

  it('warns if nothing is left of a provider', async () => {
    const { dryRun } = await compute(['add_rules', { ...PREVIEWS, patterns: ['*'] }]);
    expect(dryRun.net.effects).toContainEqual(
      expect.objectContaining({
        kind: 'warning',
        names: [{ name: 'openai', detail: 'every listed model is hidden' }],
      }),
    );
  });

  it('says for which models it isn’t certain', async () => {
    double.intercept = ({ path }) =>
      path === '/v1/models' ? { status: 200, body: { data: [{ id: 'google/gemini-3-preview' }] } } : null;
    const { dryRun } = await compute(['add_rules', { ...PREVIEWS, provider: 'gemini' }]);
    expect(dryRun.net.effects).toMatchObject([
      { names: [{ name: 'google/gemini-3-preview', detail: 'not certain' }] },
      { kind: 'warning', names: [{ name: 'google' }] },
    ]);
    expect(dryRun.net.notes[0]?.text).toContain('may not apply');
  });

  it('has no rows for a whole list', async () => {
    const { dryRun } = await compute(['replace_rules', { ...PREVIEWS, patterns: ['*-preview', '*-mini'] }]);
    expect(dryRun.calls[0]).toMatchObject({ kind: 'change', rows: [] });
  });
});

describe('the page line', () => {
  it('counts rules and listed models, and says when a restart is needed', async () => {
    expect(inEnglish(llmApiKeyProxy.pageLine(await readContext())).facts).toEqual([
      '3 rules',
      '9 listed models',
    ]);
    await run('add_rules', PREVIEWS);
    const context = await readContext();
    expect(inEnglish(llmApiKeyProxy.pageLine(context)).facts).toEqual([
      'restart needed',
      '4 rules',
      '9 listed models',
    ]);
    expect(inEnglish(llmApiKeyProxy.suggestions?.(context))?.[0]).toBe('Are the saved rules in force?');
    noModels();
    expect(inEnglish(llmApiKeyProxy.pageLine(await readContext())).facts).toEqual([
      '4 rules',
      'models unknown',
    ]);
  });

  it('suggests what fits the page', async () => {
    expect(inEnglish(llmApiKeyProxy.suggestions?.(await readContext()))?.[0]).toBe(
      'Hide 1 preview model of gemini',
    );
    double.process.setFilters('gemini', { ignore: [], whitelist: ['*preview*'] });
    expect(inEnglish(llmApiKeyProxy.suggestions?.(await readContext()))?.[0]).toBe(
      'Hide 1 preview model of openai',
    );
  });
});

describe('the changes between two contexts', () => {
  it('are those of rules, credentials and listed models', async () => {
    const before = await readContext();
    await run('replace_rules', { provider: 'openai', list: 'ignore', patterns: ['o3*', 'x'] });
    double.process.restart();
    const changes = llmApiKeyProxy.diffContext(before, { ...(await readContext()), providers: {} }, 0);
    expect(changes.map(({ timestamp: _, ...change }) => change)).toEqual([
      { type: 'rule_removed', provider: 'openai', list: 'ignore', pattern: '*-audio-*' },
      { type: 'rule_added', provider: 'openai', list: 'ignore', pattern: 'x' },
      { type: 'credentials_changed' },
      { type: 'listed_models_changed', new_count: 10 },
    ]);
    expect(changes.map((change) => llmApiKeyProxy.changeGroup(change).readWith)).toEqual([
      'list_rules',
      'list_rules',
      null,
      'list_models',
    ]);
  });
});
