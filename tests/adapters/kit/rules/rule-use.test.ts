import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import type { Json } from '@/src/schema/values/json';
import type { RuleUse } from '@/src/schema/values/rule-use';

/** The rules of a page in short: list, rule, models that it decides, those that it decides alone, names. */
type Row = [list: string, rule: string, decides: number | null, alone: number, models: string];

async function usesOf(adapter: string, context: Json): Promise<Row[]> {
  const definition = adapters.find(({ id }) => id === adapter);
  const uses = await definition?.ruleUse?.(definition.contextSchema.parse(context));
  return (uses ?? []).map(({ list, keeps, pattern, decides, alone, models }: RuleUse) => [
    list,
    `${keeps ? '+' : '-'}${pattern}`,
    decides,
    alone,
    models.join(' '),
  ]);
}

const filterPage = (models: { [provider: string]: string[] }, drafts: Json) => ({
  provider: 'openai',
  providers: ['openai', 'mistral'],
  models,
  drafts,
  saved: {},
  search: '',
  highlight: { rule: null, models: [] },
  loading: false,
  error: null,
});
const IDS = ['openai/gpt-4o', 'openai/gpt-4o-preview', 'openai/o1', 'openai/o1-preview'];
const IGNORE = ['*-preview*', 'o1*', '*audio*', 'o1-preview'];

describe('the use of a page’s rules', () => {
  it('counts for each rule the models that it decides first, and those that only it matches', async () => {
    const drafts = { openai: { ignore: IGNORE, whitelist: ['gpt-4o*'] } };
    expect(await usesOf('model-filter', filterPage({ openai: IDS }, drafts))).toEqual([
      ['openai', '+gpt-4o*', 2, 2, 'openai/gpt-4o openai/gpt-4o-preview'],
      ['openai', '-*-preview*', 1, 0, 'openai/o1-preview'],
      ['openai', '-o1*', 1, 1, 'openai/o1'],
      ['openai', '-*audio*', 0, 0, ''],
      ['openai', '-o1-preview', 0, 0, ''],
    ]);
  });

  it('is unknown for a provider whose models aren’t loaded', async () => {
    const drafts = { mistral: { ignore: ['*'], whitelist: [] } };
    expect(await usesOf('model-filter', filterPage({ openai: IDS }, drafts))).toEqual([
      ['mistral', '-*', null, 0, ''],
    ]);
  });

  it('names the provider whose list applies, also in place of another one’s', async () => {
    const proxy = {
      filters: { google: { ignore: ['*-preview*'], whitelist: [] } },
      providers: { gemini: { keys: 1, oauth: 0 } },
      models: ['gemini/pro-preview'],
      aliases: [],
    };
    expect(await usesOf('llm-api-key-proxy', proxy)).toEqual([
      ['google', '-*-preview*', 1, 1, 'gemini/pro-preview'],
    ]);
    expect(await usesOf('llm-api-key-proxy', { ...proxy, models: null })).toEqual([
      ['google', '-*-preview*', null, 0, ''],
    ]);
  });

  it('counts a model for each of its rules if their order has no meaning', async () => {
    const proxy = {
      providers: { codex: ['gpt-5', 'gpt-*', 'o3'], qwen: ['*'] },
      keys: {},
      entries: [],
      aliases: {},
      catalogues: { codex: ['gpt-4', 'gpt-5'] },
      accounts: null,
    };
    expect(await usesOf('cli-proxy-api', proxy)).toEqual([
      ['codex', '-gpt-5', 1, 0, 'gpt-5'],
      ['codex', '-gpt-*', 2, 1, 'gpt-4 gpt-5'],
      ['codex', '-o3', 0, 0, ''],
      ['qwen', '-*', null, 0, ''],
    ]);
  });

  it('names the first 100 models of a rule', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `openai/m${index}`);
    const page = filterPage({ openai: many }, { openai: { ignore: ['*'], whitelist: [] } });
    const [[, , decides, alone, models] = []] = await usesOf('model-filter', page);
    expect([decides, alone, models?.split(' ').length]).toEqual([120, 120, 100]);
  });

  it('is missing for pages without rules', () => {
    const without = adapters.filter(({ ruleUse }) => ruleUse === undefined).map(({ id }) => id);
    expect(without.toSorted()).toEqual(['any-page', 'new-api', 'open-webui']);
  });
});
