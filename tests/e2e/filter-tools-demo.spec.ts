import type { TestPlayground } from '@/tests/fakes/test-playground';
import type { OpenPanel } from './fixtures';
import { allModelsLoaded } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';

const isPreview = (id: string) => id.includes('preview');

/** Sends a request that may be meant for one provider or for all, and chooses. */
async function blockPreviews(
  panel: OpenPanel,
  { url, apiKey }: TestPlayground,
  choice: RegExp,
): Promise<void> {
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  await panel.ask('Block all preview models');
  const card = panel.page.getByRole('region', { name: 'Question' });
  await expect(card).toContainText('The page shows openai');
  await expect(panel.toolCards('add_ignore_rule')).toHaveCount(0);
  await card.getByRole('button', { name: choice }).click();
  await expect(panel.toolCards('add_ignore_rule').first()).toHaveAttribute('data-state', 'done');
  await panel.finished();
}

/** The ids that the proxy returns to its clients once the page's rules are saved. */
async function listedAfterSave(panel: OpenPanel, playground: TestPlayground): Promise<string[]> {
  await panel.ask('Save the changes');
  await expect(panel.approval).toBeVisible();
  await panel.approve();
  await panel.finished();
  return playground.listModelIds();
}

test(
  'asked to block all preview models, the demo model asks for which providers, and does it for the chosen one',
  thorough(FILTER),
  async ({ filterPage, openPanel, playground }) => {
    const listed = await playground.listModelIds();
    await allModelsLoaded(filterPage);
    const panel = await openPanel(filterPage.page);
    await blockPreviews(panel, playground, /^Only openai/);
    const { drafts, provider } = await filterPage.readState();
    expect(provider).toBe('openai');
    expect(drafts).toEqual({ openai: { ignore: [expect.stringContaining('preview')], whitelist: [] } });
    expect(await listedAfterSave(panel, playground)).toEqual(
      listed.filter((id) => !(id.startsWith('openai/') && isPreview(id))),
    );
  },
);

test(
  'if all providers are chosen, each with preview models gets one rule',
  thorough(FILTER),
  async ({ filterPage, openPanel, playground }) => {
    const listed = await playground.listModelIds();
    await allModelsLoaded(filterPage);
    const panel = await openPanel(filterPage.page);
    const { providers } = await filterPage.readState();
    await blockPreviews(panel, playground, new RegExp(`^All ${providers.length} providers`));
    const concerned = providers.filter((provider) =>
      listed.some((id) => id.startsWith(`${provider}/`) && isPreview(id)),
    );
    expect(concerned.length).toBeGreaterThan(2);
    const { drafts, provider } = await filterPage.readState();
    expect(provider).toBe('openai');
    expect(Object.keys(drafts)).toEqual(concerned);
    for (const rules of Object.values(drafts)) {
      expect(rules).toEqual({ ignore: [expect.stringContaining('preview')], whitelist: [] });
    }
    expect(await listedAfterSave(panel, playground)).toEqual(listed.filter((id) => !isPreview(id)));
  },
);
