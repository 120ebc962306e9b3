import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openHelp } from '@/tests/drive/menu';
import type { OpenPanel } from './fixtures';
import { expect, test } from './own-fixtures';
import { thorough } from './thorough';

/** Tag of the tests of the log. */
const LOG = { tag: '@log' };

const QUESTION = 'Block preview models';
const DEBUG_WARNING = 'Debug keeps what you and the model write, and the page’s content, on this computer.';

/** The sheet opened by “Log”. */
interface LogSheet {
  readonly sheet: Locator;
  readonly entries: Locator;
  readonly search: Locator;
  /** The shown level. */
  readonly shown: Locator;
  /** The stored level. */
  readonly kept: Locator;
  open(): Promise<void>;
  close(): Promise<void>;
  click(name: string): Promise<void>;
  /** Clicks an export button; resolves with the file. */
  save(name: string): Promise<{ name: string; text: string }>;
}

function createLogSheet(page: Page): LogSheet {
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    entries: sheet.getByRole('listitem'),
    search: sheet.getByRole('searchbox', { name: 'Search' }),
    shown: sheet.getByRole('combobox', { name: 'Show' }),
    kept: sheet.getByRole('combobox', { name: 'Log level' }),
    async open() {
      await openHelp(page, 'Log');
    },
    async close() {
      await button('Close').click();
      await sheet.waitFor({ state: 'hidden' });
    },
    click: (name) => button(name).click(),
    async save(name) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    },
  };
}

/** The panel next to the filter page, with the demo model. */
async function connectDemo(panel: OpenPanel, playground: { url: string; apiKey: string }): Promise<LogSheet> {
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel('demo/assistant');
  return createLogSheet(panel.page);
}

test(
  'the log shows what Steward did, as it happens, without any content of messages',
  thorough(LOG),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const log = await connectDemo(panel, playground);
    await panel.ask(QUESTION);
    await panel.finished();
    await log.open();

    for (const message of [
      'The model is demo/assistant now.',
      'A run started.',
      'A checkpoint was taken.',
      'add_ignore_rule succeeded.',
      'A run ended: completed.',
    ]) {
      await expect(log.entries.filter({ hasText: message }).first()).toBeVisible();
    }
    await expect(log.entries.first()).toContainText('A run ended: completed.');
    await expect(log.kept).toHaveValue('info');

    // Without the changes of pages, which have the arguments of their calls.
    await log.shown.selectOption('debug');
    const { name, text } = await log.save('Export JSONL');
    expect(name).toMatch(/^steward-log_\d{8}T\d{6}Z\.jsonl$/);
    const lines = text.trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).id as number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(text).toContain('A run started.');
    expect(text).not.toContain(QUESTION);
    expect(text).not.toContain('preview');
    expect(text).not.toContain(playground.apiKey);
  },
);

test(
  'the level debug stores payloads, after a warning, and never the key',
  thorough(LOG),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const log = await connectDemo(panel, playground);
    await log.open();
    await expect(log.sheet.getByText(DEBUG_WARNING)).toHaveCount(0);
    await log.kept.selectOption('debug');
    await expect(log.sheet.getByText(DEBUG_WARNING)).toBeVisible();
    await log.close();
    await panel.ask(QUESTION);
    await panel.finished();

    await log.open();
    // Newest first, and the request for the chat's title follows.
    const request = log.entries.filter({ hasText: 'llm.request' }).last();
    await request.locator('summary').click();
    await expect(request.locator('.data')).toContainText(QUESTION);
    const { name, text } = await log.save('Export JSONL');
    expect(name).toMatch(/^comms_\d{8}T\d{6}Z\.jsonl$/);
    expect(text).toContain(QUESTION);
    expect(text).toContain('llm.response');
    expect(text).not.toContain(playground.apiKey);

    await log.kept.selectOption('info');
    await expect(log.sheet.getByText(DEBUG_WARNING)).toHaveCount(0);
  },
);

test(
  'an unreachable endpoint is found by level and by text; clearing asks for confirmation',
  thorough(LOG),
  async ({ panel, sheet, startEndpoint }) => {
    const endpoint = await startEndpoint({ models: ['plain/model'] });
    await sheet.enter({ baseUrl: endpoint.baseUrl });
    await sheet.save();
    await panel.chooseModel('plain/model');
    await endpoint.close();
    await panel.ask('Are you there?');
    await expect(panel.alert).toBeVisible({ timeout: 30_000 });

    const log = createLogSheet(panel.page);
    await log.open();
    await log.shown.selectOption('error');
    await expect(log.entries.first()).toContainText('couldn’t reach the endpoint');
    await expect(log.entries.filter({ hasText: 'A run started.' })).toHaveCount(0);
    await log.search.fill('no such words');
    await expect(log.sheet.getByText('No entry matches.')).toBeVisible();
    await log.search.fill('AI_LOOP.ERROR');
    await expect(log.entries).toHaveCount(1);
    await log.search.fill('');
    await log.shown.selectOption('debug');

    await log.click('Clear…');
    await expect(log.sheet.getByRole('button', { name: 'Keep' })).toBeFocused();
    await log.click('Keep');
    await expect(log.entries.first()).toBeVisible();
    await log.click('Clear…');
    await log.click('Clear log');
    await expect(log.sheet.getByText('Nothing is logged yet.')).toBeVisible();
  },
);

test(
  'a chat’s tool calls are exported with their exact output',
  thorough(LOG),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const log = await connectDemo(panel, playground);
    await panel.ask(QUESTION);
    await panel.finished();
    await log.open();
    await log.sheet.getByRole('tab', { name: 'Data', exact: true }).click();

    const { name, text } = await log.save('Export tool calls');

    expect(name).toMatch(/^toolcalls_\d{8}T\d{6}Z\.md$/);
    expect(text).toContain('. ` add_ignore_rule `\n');
    expect(text).toContain('"success": true');
    const width = await panel.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(width.scrollWidth).toBeLessThanOrEqual(width.clientWidth);
  },
);

test(
  'at 200 % zoom every tab is in view, and none of them scrolls sideways',
  thorough(LOG),
  async ({ filterPage, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const log = createLogSheet(panel.page);
    await log.open();
    // A panel of 360 × 720 at 200 %.
    await panel.page.setViewportSize({ width: 180, height: 360 });
    for (const name of ['Log', 'Data', 'Report a problem']) {
      const tab = log.sheet.getByRole('tab', { name, exact: true });
      await tab.click();
      await expect(tab).toBeInViewport({ ratio: 1 });
      expect(await log.sheet.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), name).toBe(0);
    }
  },
);
