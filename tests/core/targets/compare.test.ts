import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { compareStates, differencesText } from '@/src/core/adapter/compare-states';
import { StewardError } from '@/src/core/errors';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { compareSites } from '@/src/core/targets/compare-sites';
import { compareSitesTool } from '@/src/core/tools/compare-sites';
import type { Chat } from '@/src/schema/chat';
import type { Json } from '@/src/schema/values/json';

const registry = createAdapterRegistry(adapters);
const llmProxy = registry.definitionOf('llm-api-key-proxy');

const site = (rules: Record<string, string[]>, providers = Object.keys(rules), models: string[] = []) => ({
  filters: Object.fromEntries(
    Object.entries(rules).map(([provider, ignore]) => [provider, { ignore, whitelist: [] }]),
  ),
  providers: Object.fromEntries(providers.map((name) => [name, { keys: 1, oauth: 0 }])),
  ...{ models, aliases: [] },
});
const compare = (from: Json, to: Json) => compareStates(llmProxy, from, to);

describe('the differences of two sites', () => {
  it.each([
    ['that are equal', site({ openai: ['a'] }), site({ openai: ['a'] }), 'No differences.'],
    [
      'say what only one of them has, in its place',
      site({ openai: ['a', 'b'] }),
      site({ openai: ['b', 'c'] }),
      'Differences (2): removed openai: ignore rule "a"; added openai: ignore rule "c".',
    ],
    [
      'name what the other doesn’t have at all, quoted',
      site({ openai: [], 'x\n': ['a'] }),
      site({ openai: [], y: ['a'] }),
      'Differences (2): removed "x\\n": only on one of the two sites; added "y": only on one of the two sites.',
    ],
  ])('%s', (_, from, to, text) => {
    expect(differencesText(compare(from, to))).toBe(text);
  });

  it('are at most twenty for the model, and at most 500 in all', () => {
    const rules = Array.from({ length: 600 }, (_, index) => `m${index}`);
    const comparison = compare(site({ openai: [] }, ['openai']), site({ openai: rules }));
    expect(comparison).toMatchObject({ total: 600, canMakeAlike: true });
    expect(comparison.differences).toHaveLength(500);
    const text = differencesText(comparison);
    expect(text).toMatch(/"m19"; and 580 more\.$/);
  });

  it('are those of the whole states if an adapter can’t make sites alike', () => {
    const { portableState: _, ...plain } = llmProxy;
    const comparison = compareStates(plain, site({ openai: ['a'] }), site({ mistral: ['a'] }));
    expect(comparison).toMatchObject({ total: 2, canMakeAlike: false });
  });

  it('of new-api’s channels are those of the same name, whatever their ids', () => {
    const channel = (id: number, name: string, models: string[]) => ({
      ...{ id, name, type: 1, tag: '', priority: 0, on: true, offReason: null, created: id, models },
      ...{ mapping: '', groups: [], ignored: [], vanished: [], fresh: [] },
    });
    const from = { channels: [channel(1, 'main', ['a']), channel(2, 'spare', ['b'])] };
    const to = { channels: [channel(1, 'spare', ['b']), channel(2, 'main', ['a', 'c'])] };
    const text = differencesText(compareStates(registry.definitionOf('new-api'), from, to));
    expect(text).toBe('Differences (1): added channel 2 "main": "c".');
  });
});

describe('compare_sites', () => {
  const binding = { adapterId: 'llm-api-key-proxy', origin: 'http://a.test', instanceId: 'i', title: 'A' };
  const made = { title: 'T', atMs: 0, binding, settings: newChatSettings(), lastStateHash: null };
  const pages = new Map<string, Json | Error>([
    ['m1', site({ openai: ['a'] })],
    ['m2', site({ openai: [] }, ['openai'])],
    ['m3', new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' })],
  ]);
  const names = [...pages.keys()].map((chatId, index) => ({ name: `Site ${index + 1}`, chatId }));
  const leading: Chat = { ...newChat({ ...made, id: 'leading' }), targets: names };
  const call = (from: string, to: string) => {
    const page = {
      readContext: async ({ id }: Chat) => {
        const context = pages.get(id) ?? null;
        if (context instanceof Error) throw context;
        return { context };
      },
    };
    const journal = {
      chatById: async (id: string) => newChat({ ...made, id }),
    };
    return compareSites({ page, journal, adapters: registry } as never, leading, { from, to });
  };

  it.each([
    [
      'the differences of two sites by name',
      'Site 1',
      'Site 2',
      {
        success: true,
        message: 'Differences (1): removed openai: ignore rule "a".',
        forUser: { id: 'said.sites.differences', values: { count: 1 } },
      },
    ],
    [
      'the names there are, for another one',
      'Site 1',
      'Site 9',
      {
        success: false,
        error_code: 'site_not_found',
        message: '"Site 9": no such site. The sites of this chat: "Site 1", "Site 2", "Site 3".',
      },
    ],
    [
      'which site can’t be read, and why',
      'Site 3',
      'Site 1',
      { success: false, error_code: 'site_unreadable', message: '"Site 3": The page is closed.' },
    ],
  ])('returns %s', async (_, from, to, result) => {
    expect(await call(from, to)).toEqual(result);
  });

  it('only reads, and is shown in words', () => {
    expect(compareSitesTool).toMatchObject({
      effect: 'read',
      executor: 'sites',
      defaultPermission: 'allow',
    });
  });
});
