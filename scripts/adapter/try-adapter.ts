import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AdapterCall, AdapterCase } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { answerRoute } from '@/tests/conformance/kit-tabs';
import { browserClosed } from '@/tests/drive/browser-closed';
import { type Camera, createCamera } from '@/tests/drive/camera';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from '@/tests/fakes/scripted-model';
import { createClosers } from '../demo/closers';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runCommand } from '../run-command.mjs';
import { setUp } from '../set-up.mjs';
import { UserError } from '../user-error.mjs';
import { withAdapter } from './checkout-with';

/** Time limit for a call to end or to request approval, in milliseconds. */
const CALL_TIMEOUT_MS = 20_000;

/** Most requests that the model answers; more than anybody sends by hand. */
const MAX_REQUESTS = 10_000;

const HELP = `Usage: npm run try-adapter -- ID [--screenshots FOLDER]
       npm run try-adapter -- --adapter PATH [--screenshots FOLDER]

Opens the adapter's fixture page in a browser with Steward beside it. The model is scripted: each message makes the next
sample call of src/adapters/ID/conformance.ts. With --screenshots no window opens, and pictures are written to FOLDER.`;

/** Loads the exports of a TypeScript module by its path from the root. */
type LoadTypeScript = (path: string) => Promise<{ conformance: AdapterCase }>;

/** Runs `npm run try-adapter` with these arguments, whose paths are from `from`. Resolves with the exit code. */
export async function tryAdapter(args: string[], from: string, load: LoadTypeScript): Promise<number> {
  const options = { adapter: { type: 'string' }, screenshots: { type: 'string' } } as const;
  const given = parseCommandLine(args, HELP, { options, allowPositionals: true });
  if (given === null) return 0;
  const { adapter, screenshots } = given.values;
  const [id, ...others] = given.positionals;
  if (others.length > 0 || (id === undefined) !== (adapter !== undefined))
    throw new UserError(`One id of an adapter is needed.\n\n${HELP}`);
  const folder = screenshots === undefined ? null : resolve(from, screenshots);
  if (adapter !== undefined) {
    const more = folder === null ? [] : ['--screenshots', folder];
    return withAdapter(adapter, (checkout) =>
      runCommand('node', ['scripts/try-adapter.mjs', checkout.id, ...more], { cwd: checkout.folder }),
    );
  }
  await setUp('browser', ['build:playground']);
  return showAdapter(id ?? '', folder, load);
}

/**
 * Opens an adapter's fixture page with the panel and a scripted model: for the user until they close the browser, or,
 * if `screenshots` names a folder, without a window to write screenshots there. Resolves with the exit code.
 */
async function showAdapter(id: string, screenshots: string | null, load: LoadTypeScript): Promise<number> {
  const file = join('src', 'adapters', id, 'conformance.ts');
  if (!existsSync(file)) {
    console.error(`${file} is missing: docs/adapters.md describes it.`);
    return 1;
  }
  const { conformance } = await load(file);
  const closers = createClosers();
  try {
    const site = await conformance.open(null);
    closers.add(() => site.close());
    const apiKey = `try-${crypto.randomUUID()}`;
    const model = await startSampleModel(apiKey, conformance.calls);
    closers.add(() => model.close());
    const browser = await launchBrowser(CHROMIUM, {
      extension: CHROMIUM.playgroundExtension,
      headless: screenshots !== null,
      pageSize: { width: 1200, height: 800 },
    });
    closers.add(() => browser.close());
    if (site.answer !== null) {
      const { answer } = site;
      await browser.context.route(`${new URL(site.url).origin}/**`, (route) =>
        answerRoute(route, (request) => answerFrom(answer, request)),
      );
    }
    const [page = await browser.context.newPage()] = browser.context.pages();
    await page.goto(site.url);
    const sidePanel = await clickToolbarButton(browser, page);
    const panel = createPanel(sidePanel.page);
    await panel.connect(model.baseUrl, apiKey);
    await panel.chooseModel(SCRIPTED_MODEL_ID);
    if (screenshots === null) {
      await sidePanel.release();
      console.log(
        `\nSteward is open beside ${site.url}. Each message that you send makes the next sample call.`,
      );
      await browserClosed(browser.context);
    } else {
      mkdirSync(screenshots, { recursive: true });
      await takeScreenshots(createCamera(screenshots, page, sidePanel), panel, conformance);
      console.log(`Pictures are in ${screenshots}.`);
      await sidePanel.release();
    }
    return 0;
  } finally {
    await closers.closeAll();
  }
}

/** Makes each sample call, and approves the calls that require it. */
async function takeScreenshots(camera: Camera, panel: Panel, { calls }: AdapterCase): Promise<void> {
  await camera.page('page');
  await camera.panel('panel');
  for (const { tool } of calls) {
    await panel.ask(`Try ${tool}`);
    const isOver = panel.page.getByRole('button', { name: 'Send', exact: true });
    await panel.approval.or(isOver).first().waitFor({ timeout: CALL_TIMEOUT_MS });
    const isAsking = await panel.approval.isVisible();
    if (isAsking) {
      await camera.panel(`${tool}-asks`);
      await panel.approve();
    }
    await panel.finished();
    await camera.panel(`${tool}-done`);
    await camera.page(`${tool}-page`);
  }
}

/**
 * Starts a model that makes an adapter's sample calls in turn, one for each message of the user, whatever the message
 * says.
 */
function startSampleModel(apiKey: string, calls: readonly AdapterCall[]): Promise<ScriptedModel> {
  const answer: ScriptStep = ({ body: { messages } }) => {
    const asked = messages.filter(({ role }) => role === 'user').length;
    const call = calls[(asked - 1) % calls.length];
    if (call === undefined || messages.at(-1)?.role === 'tool') {
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
