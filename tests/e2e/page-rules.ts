import { askFilterPage } from '@/tests/drive/ask-filter-page';
import type { FilterPage, RuleSet } from '@/tests/drive/filter-page';
import type { TestPlayground } from '@/tests/fakes/test-playground';
import { expect } from './fixtures';

/** Waits until the page has finished its own requests. */
export async function allModelsLoaded(filterPage: FilterPage): Promise<void> {
  const missing = async () => {
    const { providers, models } = await filterPage.readState();
    return providers.filter((provider) => !Object.hasOwn(models, provider));
  };
  await expect.poll(missing).toEqual([]);
}

/** The names of a provider's models on the page, in its order. */
export async function modelNames(filterPage: FilterPage, provider: string): Promise<string[]> {
  const { models } = await filterPage.readState();
  return (models[provider] ?? []).map((id) => id.slice(provider.length + 1));
}

/** Sets rules on the page, as its own script would; used to prepare a test. */
export async function setRules(filterPage: FilterPage, drafts: Record<string, RuleSet>): Promise<void> {
  const { provider, search } = await filterPage.readState();
  const body = { state: { provider, search, drafts }, ifRevision: null };
  await filterPage.page.evaluate(askFilterPage, { type: 'apply-state', body });
}

/** Another admin saves a provider's rules, without the page. */
export async function saveElsewhere(
  { url, apiKey }: Pick<TestPlayground, 'url' | 'apiKey'>,
  provider: string,
  rules: RuleSet,
): Promise<void> {
  const response = await fetch(`${url}/v1/admin/config/model-filters/${provider}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  expect(response.status).toBe(200);
}
