import { expect, it } from 'vitest';
import {
  CATALOGUE_PROVIDERS,
  COMMON_MODEL_COUNT,
  createCatalogue,
  DEFAULT_MODEL_COUNT,
  MAX_MODEL_COUNT,
} from '@/playground/server/catalogue';
import { matchesModel } from '@/tests/fakes/matches-model';

const standard = createCatalogue({ seed: 1, size: DEFAULT_MODEL_COUNT });

it('the standard catalogue has every kind of name that lists and rules have to cope with', () => {
  expect(standard.providers).toEqual(CATALOGUE_PROVIDERS);
  const openai = standard.idsOf('openai') ?? [];
  expect(Math.abs(openai.length - 50)).toBeLessThanOrEqual(10);
  for (const preview of [/-preview$/, /-preview-\d{4}-\d\d-\d\d$/]) {
    expect(openai.filter((id) => preview.test(id)).length).toBeGreaterThan(2);
  }
  const openrouter = standard.idsOf('openrouter') ?? [];
  expect(openrouter).toEqual(
    expect.arrayContaining(['openrouter/openai/gpt-4o', 'openrouter/openrouter/auto']),
  );
  for (const tag of [':free', ':beta', ':thinking']) expect(openrouter.join()).toContain(tag);
  const odd = standard.idsOf('custom_lab') ?? [];
  for (const sign of "*?[]@+#,$'\\ ()é’通🧪M") expect(odd.join('')).toContain(sign);
  for (const [pattern, meant] of [
    ['any*', 'anything'],
    ['which?', 'which1'],
    ['model[0-9]', 'model7'],
  ] as const) {
    expect(odd).toContain(`custom_lab/${pattern}`);
    expect(odd.filter((id) => matchesModel(pattern, id))).toContain(`custom_lab/${meant}`);
  }
  expect(standard.idsOf('nobody')).toBeNull();
});

it.each([
  1,
  7,
  COMMON_MODEL_COUNT,
  COMMON_MODEL_COUNT + 1,
  DEFAULT_MODEL_COUNT,
  DEFAULT_MODEL_COUNT + 1,
  10_000,
])('a catalogue of %i models has exactly these, none twice, in an order of each provider’s own', (size) => {
  const { listed, providers, idsOf } = createCatalogue({ seed: 1, size });
  const ids = listed.map(({ id }) => id);
  expect(new Set(ids).size).toBe(size);
  expect(providers.includes('custom_lab')).toBe(size > COMMON_MODEL_COUNT + 1);
  for (const provider of providers) {
    const own = ids.filter((id) => id.startsWith(`${provider}/`));
    expect(idsOf(provider)).toEqual(own.toSorted());
  }
  const order = listed.map(({ provider }) => provider);
  expect(order).toEqual(order.toSorted());
  if (size > COMMON_MODEL_COUNT) expect(ids).not.toEqual(ids.toSorted());
  expect(createCatalogue({ seed: 1, size }).listed).toEqual(listed);
});

it.each([
  ...CATALOGUE_PROVIDERS.map((name) => [name, 1_000] as const),
  ['gemini_cli', MAX_MODEL_COUNT] as const,
])('a catalogue of %s alone has %i models', (provider, size) => {
  const { providers, listed } = createCatalogue({ seed: 1, size, provider });
  expect(providers).toEqual([provider]);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(size);
});
