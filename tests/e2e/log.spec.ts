import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openHelp } from '@/tests/drive/menu';
import { connectDemo } from './connect-demo';
import { expect, test } from './fixtures';
import { thorough } from './thorough';

/** Tag of the tests of the log. */
const LOG = { tag: '@log' };

const QUESTION = 'Block preview models';
const DEBUG_WARNING = 'Debug keeps what you and the model write, and the page’s content, on this computer.';

/** The sheet opened by “Log”. */
function createLogSheet(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    entries: sheet.getByRole('listitem'),
    /** The shown level. */
    shown: sheet.getByRole('combobox', { name: 'Show' }),
    /** The stored level. */
    kept: sheet.getByRole('combobox', { name: 'Log level' }),
    tab: (name: string) => sheet.getByRole('tab', { name, exact: true }),
    open: () => openHelp(page, 'Log'),
    async close() {
      await button('Close').click();
      await sheet.waitFor({ state: 'hidden' });
    },
    /** Clicks an export button; resolves with the file. */
    async save(name: string) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    },
  };
}

test(
  'the log shows what Steward did, without content of messages; the level debug stores it, after a warning, and never the key',
  thorough(LOG),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await connectDemo(await openPanel(filterPage.page), playground);
    const log = createLogSheet(panel.page);
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
    const quiet = await log.save('Export JSONL');
    expect(quiet.name).toMatch(/^steward-log_\d{8}T\d{6}Z\.jsonl$/);
    const lines = quiet.text.trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).id as number);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(quiet.text).toContain('A run started.');
    for (const secret of [QUESTION, 'preview', playground.apiKey]) expect(quiet.text).not.toContain(secret);
    await log.tab('Data').click();
    const made = await log.save('Export tool calls');
    expect(made.name).toMatch(/^toolcalls_\d{8}T\d{6}Z\.md$/);
    expect(made.text).toContain('. ` add_ignore_rule `\n');
    expect(made.text).toContain('"success": true');

    await log.tab('Log').click();
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

    // A panel of 360 × 720 at 200 %.
    await panel.page.setViewportSize({ width: 180, height: 360 });
    for (const name of ['Log', 'Data', 'Report a problem']) {
      await log.tab(name).click();
      await expect(log.tab(name)).toBeInViewport({ ratio: 1 });
      expect(await log.sheet.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth), name).toBe(0);
    }
  },
);
