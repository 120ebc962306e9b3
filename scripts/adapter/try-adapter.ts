import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterCall, AdapterCase, FixtureSite } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { answerRoute } from '@/tests/conformance/kit-tabs';
import { browserClosed } from '@/tests/drive/browser-closed';
import { type Camera, createCamera } from '@/tests/drive/camera';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { restoreStorage } from '@/tests/drive/restore-storage';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from '@/tests/fakes/scripted-model';
import { createClosers } from '../demo/closers';
import { runCommand } from '../run-command.mjs';
import { setUp } from '../set-up.mjs';
import { UserError } from '../user-error.mjs';
import { withAdapter } from './checkout-with';
import { argumentsFor, parseTryOptions, type RealPage, type TryOptions } from './try-options';

/** Time limit for a call to end or to request approval, in milliseconds. */
const CALL_TIMEOUT_MS = 20_000;

/** Most requests that the model answers; more than anybody sends by hand. */
const MAX_REQUESTS = 10_000;

/** Loads the exports of a TypeScript module by its path from the root. */
type LoadTypeScript = (path: string) => Promise<{ conformance: AdapterCase }>;

/** Runs `npm run try-adapter` with these arguments, whose paths are from `from`. Resolves with the exit code. */
export async function tryAdapter(args: string[], from: string, load: LoadTypeScript): Promise<number> {
  const options = parseTryOptions(args, from);
  if (options === null) return 0;
  const { adapter, page } = options;
  if (page?.storage != null && !existsSync(page.storage)) {
    throw new UserError(`--storage ${page.storage}: there is no such file.`);
  }
  if ('path' in adapter) {
    return withAdapter(adapter.path, ({ id, folder }) =>
      runCommand('node', ['scripts/try-adapter.mjs', ...argumentsFor(id, options)], { cwd: folder }),
    );
  }
  const file = join('src', 'adapters', adapter.id, 'conformance.ts');
  if (!existsSync(file)) throw new UserError(`${file} is missing: docs/adapters.md describes it.`);
  await setUp('browser', ['build:playground']);
  const { conformance } = await load(file);
  return showAdapter(conformance, options);
}

/**
 * Opens the fixture page or a real one with the panel and a scripted model: for the user until they close the browser, or,
 * if `screenshots` names a folder, without a window to write screenshots there. Resolves with the exit code.
 */
async function showAdapter(
  conformance: AdapterCase,
  { page: real, calls: given, screenshots }: TryOptions,
): Promise<number> {
  const calls = given ?? conformance.calls;
  const closers = createClosers();
  try {
    const site = real === null ? await conformance.open(null) : siteOf(real);
    closers.add(() => site.close());
    const apiKey = `try-${crypto.randomUUID()}`;
    const model = await startSampleModel(apiKey, calls);
    closers.add(() => model.close());
    const browser = await launchBrowser(CHROMIUM, {
      extension: CHROMIUM.playgroundExtension,
      headless: screenshots !== null,
      pageSize: { width: 1200, height: 800 },
      reachesAnyHost: real !== null,
    });
    closers.add(() => browser.close());
    if (site.answer !== null) {
      const { answer } = site;
      await browser.context.route(`${new URL(site.url).origin}/**`, (route) =>
        answerRoute(route, (request) => answerFrom(answer, request)),
      );
    }
    if (real !== null) await prepareFor(browser, real);
    const [page = await browser.context.newPage()] = browser.context.pages();
    await page.goto(site.url).catch((cause: unknown) => {
      throw new UserError(`${site.url} can’t be opened: ${String(cause).split('\n')[0]}`, { cause });
    });
    if (real !== null && page.url() !== real.url) {
      console.log(
        `${real.url} leads to ${page.url()}. If somebody has to be signed in, --storage takes their session.`,
      );
    }
    await browser.started();
    const sidePanel = await clickToolbarButton(browser, page);
    const panel = createPanel(sidePanel.page);
    if (site.key !== null) await enterKey(panel, site.key);
    await panel.connect(model.baseUrl, apiKey);
    await panel.chooseModel(SCRIPTED_MODEL_ID);
    if (screenshots === null) {
      await sidePanel.release();
      console.log(
        `\nSteward is open beside ${page.url()}. Each message that you send makes the next of these calls:`,
      );
      for (const { tool, args } of calls) console.log(`  ${tool} ${JSON.stringify(args)}`);
      await browserClosed(browser.context);
    } else {
      mkdirSync(screenshots, { recursive: true });
      await takeScreenshots(createCamera(screenshots, page, sidePanel), panel, calls);
      console.log(`Pictures are in ${screenshots}.`);
      await sidePanel.release();
    }
    return 0;
  } finally {
    await closers.closeAll();
  }
}

/** A real page in the form of a fixture. */
function siteOf({ url, key }: RealPage): FixtureSite {
  return { url, key, answer: null, close: async () => {} };
}

/** Gives the extension its access to the page's host, and the page its session. */
async function prepareFor(browser: StewardBrowser, { url, storage }: RealPage): Promise<void> {
  const { protocol, hostname } = new URL(url);
  await browser.setHostPermission(`${protocol}//${hostname}/*`, true);
  if (storage !== null) await restoreStorage(browser.context, storage);
}

/** Enters the key of the API of the page's server, for which the panel asks. */
async function enterKey({ page }: Panel, key: string): Promise<void> {
  const save = page.getByRole('button', { name: 'Save the key' });
  await page.locator('form', { has: save }).locator('input').fill(key);
  await save.click();
}

/** Makes each call, and approves the calls that require it. Prints the previews. */
async function takeScreenshots(camera: Camera, panel: Panel, calls: readonly AdapterCall[]): Promise<void> {
  await camera.page('page');
  await camera.panel('panel');
  for (const [index, { tool: name }] of calls.entries()) {
    // Several calls of one tool have pictures of their own.
    const tool = calls.findIndex((call) => call.tool === name) === index ? name : `${name}-${index + 1}`;
    await panel.ask(`Try ${name}`);
    const isOver = panel.page.getByRole('button', { name: 'Send', exact: true });
    await panel.approval.or(isOver).first().waitFor({ timeout: CALL_TIMEOUT_MS });
    const isAsking = await panel.approval.isVisible();
    if (isAsking) {
      await camera.panel(`${tool}-asks`);
      const preview = await panel.approval.innerText();
      console.log(`\n${name} asks:\n${preview.replace(/^/gm, '  ')}`);
      await panel.approve();
    }
    await panel.finished();
    await camera.panel(`${tool}-done`);
    await camera.page(`${tool}-page`);
  }
}

/**
 * Starts a model that makes these calls in turn, one for each message of the user, whatever the message says. Prints what
 * each call returned.
 */
function startSampleModel(apiKey: string, calls: readonly AdapterCall[]): Promise<ScriptedModel> {
  const answer: ScriptStep = ({ body: { messages } }) => {
    const asked = messages.filter(({ role }) => role === 'user').length;
    const call = calls[(asked - 1) % calls.length];
    const last = messages.at(-1);
    if (call === undefined || last?.role === 'tool') {
      if (last?.role === 'tool')
        console.log(`\n${call?.tool} ${JSON.stringify(call?.args)} returned:\n  ${last.content}`);
      return { kind: 'response', content: 'Done: the result above is what the tool returned.' };
    }
    return {
      kind: 'response',
      content: `Calling ${call.tool}.`,
      calls: [{ name: call.tool, arguments: call.args }],
    };
  };
  return startScriptedModel(apiKey, Array<ScriptStep>(MAX_REQUESTS).fill(answer));
}
