/// <reference types="chrome" />
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DevelopmentScope } from '@/scripts/adapter/development/registered-adapters';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';
import { runCommand } from '@/scripts/run-command.mjs';
import { ROOT } from '@/scripts/set-up.mjs';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { answerRoute } from '@/tests/conformance/kit-tabs';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { createPanel } from '@/tests/drive/panel';
import type { InstalledExtension, RunningBrowser } from '@/tests/drive/steward-browser';
import { test as base, expect } from './fixtures';
import { onlyIn } from './only-in';
import { thorough } from './thorough';

/** Time for the development build, in milliseconds. */
const BUILD_TIMEOUT_MS = 180_000;

const BUILD = join(ROOT, 'dist', 'chrome-mv3-adapters');

const ADAPTER: NewAdapter = {
  ...{ id: 'team-limits', title: 'Team limits', match: 'http://127.0.0.1/limits*', kind: 'dom' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
};

/** A story with a new adapter in a folder that is no part of the sources. It is in the checkout, whose packages its fixture needs; git ignores it. */
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  folder: async ({}, use) => {
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    const parent = mkdtempSync(join(ROOT, 'test-results', 'added-'));
    const folder = join(parent, ADAPTER.id);
    mkdirSync(folder);
    for (const name of templateFiles(ADAPTER.kind)) {
      writeFileSync(join(folder, name), renderTemplate(name, ADAPTER));
    }
    await use(folder);
    rmSync(parent, { recursive: true });
  },
});

async function run(...args: string[]): Promise<void> {
  expect(await runCommand('node', args, { cwd: ROOT })).toBe(0);
}

/** Loads the folder again, as the button on the page of extensions does, and waits until the new worker has the adapter with this title. */
async function reloaded(browser: RunningBrowser, title: string): Promise<InstalledExtension> {
  const extension = await browser.install(BUILD);
  // An evaluation fails while the new worker replaces the old one.
  await expect(async () => {
    const worker = await extension.worker();
    expect(await worker.evaluate(titleInWorker)).toBe(title);
  }).toPass();
  return extension;
}

/** Runs in the worker. The title in the texts of the adapter, once toolbar clicks are listened to. */
function titleInWorker(): string | null {
  const { stewardAdapters } = globalThis as DevelopmentScope;
  const messages = stewardAdapters?.get('team-limits')?.texts?.en;
  return chrome.action.onClicked.hasListeners() ? String(messages?.['team-limits.pageLine.title']) : null;
}

test(
  'a development build takes an adapter of a folder, and its next version, without being built again',
  onlyIn('chromium', 'The development build is for Chromium.', thorough({ tag: '@adapters' })),
  async ({ sharedBrowser, startModel, folder }) => {
    test.setTimeout(BUILD_TIMEOUT_MS);
    await run('node_modules/wxt/bin/wxt.mjs', 'build', '--mode', 'adapters');
    const manifest = readFileSync(join(BUILD, 'manifest.json'), 'utf8');
    const { conformance }: { conformance: AdapterCase } = await import(
      pathToFileURL(join(folder, 'conformance.ts')).href
    );
    const { url, answer } = await conformance.open(null);
    if (answer === null) throw new Error('The fixture has no server.');
    const { context } = sharedBrowser;
    await context.route(`${new URL(url).origin}/**`, (route) =>
      answerRoute(route, (request) => answerFrom(answer, request)),
    );
    const page = await context.newPage();
    await page.goto(url);

    const bare = await sharedBrowser.install(BUILD);
    await bare.started();
    await bare.setHostPermission('http://127.0.0.1/*', true);

    await run('scripts/dev-adapter.mjs', '--adapter', folder);
    const steward = await reloaded(sharedBrowser, 'Team limits');
    const beside = await clickToolbarButton(steward, page);
    const panel = createPanel(beside.page);
    await expect(panel.pageLine).toContainText('Team limits');
    await expect(panel.pageLine).toContainText('4 limits');
    const model = await startModel([
      () => ({ kind: 'response', calls: [{ name: 'set_limit', arguments: { name: 'ada', value: 7 } }] }),
      () => ({ kind: 'response', content: 'Ada has seven.' }),
    ]);
    await panel.connectScripted(model);
    await panel.ask('Lower the limit of ada');
    await expect(panel.approval).toContainText('limit "ada": 100 → 7');
    await panel.approve();
    await panel.answered('Ada has seven.');
    await expect(page.getByLabel('ada')).toHaveValue('7');
    await beside.close();

    const texts = join(folder, 'texts.en.yml');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('Team limits', 'Hourly limits'));
    await run('scripts/dev-adapter.mjs', '--adapter', folder);
    const renewed = await reloaded(sharedBrowser, 'Hourly limits');
    const again = await clickToolbarButton(renewed, page);
    await expect(createPanel(again.page).pageLine).toContainText('Hourly limits');
    await again.release();

    expect(readFileSync(join(BUILD, 'manifest.json'), 'utf8')).toBe(manifest);
    await context.unrouteAll();
    await renewed.uninstall();
  },
);
