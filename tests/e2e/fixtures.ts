import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startPlayground } from '@/playground/server/start-playground';
import { type FilterPage, openFilterPage } from '@/scripts/drive/filter-page';
import { launchBrowser, PLAYGROUND_EXTENSION, type StewardBrowser } from '@/scripts/drive/launch-browser';
import { listModelIds } from '@/scripts/drive/list-model-ids';
import { createPanel, type Panel } from '@/scripts/drive/panel';
import { openSidePanel } from '@/scripts/drive/side-panel';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from '@/tests/fakes/scripted-model';
import { expectNothingLeft } from './expect-nothing-left';

/** A playground of the test's own. */
export interface TestPlayground {
  url: string;
  apiKey: string;
  /** The file that holds the saved rules. */
  readEnvFile(): Promise<string>;
  /** The ids that a client of the proxy sees now. */
  listModelIds(): Promise<string[]>;
}

/** A panel that the test can close. */
export type OpenPanel = Panel & { close(): Promise<void> };

/** A scripted model with the key that it answers to. */
export type TestModel = ScriptedModel & { apiKey: string };

interface Fixtures {
  playground: TestPlayground;
  steward: StewardBrowser;
  /** The filter page, signed in, with the models of openai. */
  filterPage: FilterPage;
  /** Opens the real side panel beside this page, which comes to the front. */
  openPanel: (front: Page) => Promise<OpenPanel>;
  /** Starts a model that follows a script. */
  startModel: (script: readonly ScriptStep[]) => Promise<TestModel>;
}

/** What the saved rules look like before anybody touched them; a comment and a line of somebody else must survive. */
export const ENV_FILE = '# The proxy of the tests\nOPENAI_API_BASE=http://127.0.0.1:9\n';

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  playground: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-playground-'));
    const envFile = join(folder, 'playground.env');
    await writeFile(envFile, ENV_FILE);
    const apiKey = `test-${crypto.randomUUID()}`;
    const server = await startPlayground({
      port: 0,
      host: '127.0.0.1',
      envFile,
      models: 400,
      latencyMs: 5,
      apiKey,
    });
    await use({
      url: server.url,
      apiKey,
      readEnvFile: () => readFile(envFile, 'utf8'),
      listModelIds: () => listModelIds(`${server.url}/v1`, apiKey),
    });
    await server.close();
    await rm(folder, { recursive: true });
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  steward: async ({}, use) => {
    const browser = await launchBrowser({
      extension: PLAYGROUND_EXTENSION,
      headless: true,
      pageSize: { width: 1200, height: 800 },
    });
    try {
      await use(browser);
    } finally {
      await browser.close();
    }
    await expectNothingLeft(browser.folder);
  },

  filterPage: async ({ steward, playground }, use) => {
    const [page = await steward.context.newPage()] = steward.context.pages();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    await use(filterPage);
  },

  openPanel: async ({ steward }, use) => {
    const open: { release(): Promise<void> }[] = [];
    await use(async (front) => {
      const sidePanel = await openSidePanel(steward, front);
      open.push(sidePanel);
      return { ...createPanel(sidePanel.page), close: sidePanel.close };
    });
    await Promise.all(open.map((panel) => panel.release()));
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
