import { expect, type Page } from '@playwright/test';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from '@/tests/fakes/scripted-model';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { test as base } from './product-test';
import { withNewExtension } from './shared-browser';

/** A panel that the test can close. */
export type OpenPanel = Panel & { close(): Promise<void> };

/** A scripted model, with its key. */
type TestModel = ScriptedModel & { apiKey: string };

interface Fixtures {
  playground: TestPlayground;
  steward: StewardBrowser;
  /** The filter page, signed in, with the models of openai. */
  filterPage: FilterPage;
  /** Opens the real side panel next to this page, and activates the page's tab. */
  openPanel: (front: Page) => Promise<OpenPanel>;
  /** Starts a model that follows a script. */
  startModel: (script: readonly ScriptStep[]) => Promise<TestModel>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  playground: ({}, use) => withTestPlayground(use),

  steward: ({ sharedBrowser, product }, use) => withNewExtension(sharedBrowser, product, use),

  filterPage: async ({ steward, playground }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    await use(filterPage);
  },

  openPanel: async ({ steward }, use) => {
    const opened: { release(): Promise<void> }[] = [];
    await use(async (front) => {
      // The click takes a second less than the other way, but finds its tab by the URL only.
      const isUnique = steward.context.pages().filter((page) => page.url() === front.url()).length === 1;
      const sidePanel = isUnique
        ? await clickToolbarButton(steward, front)
        : await steward.openSidePanel(front);
      opened.push(sidePanel);
      return { ...createPanel(sidePanel.page), close: sidePanel.close };
    });
    await Promise.all(opened.map((panel) => panel.release()));
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startModel: async ({}, use) => {
    const models: ScriptedModel[] = [];
    await use(async (script) => {
      const apiKey = `scripted-${crypto.randomUUID()}`;
      const model = await startScriptedModel(apiKey, script);
      models.push(model);
      return { ...model, apiKey };
    });
    for (const model of models) await model.close();
    expect(models.flatMap((model) => model.failures)).toEqual([]);
  },
});

export { expect };
