import { readFile } from 'node:fs/promises';
import { openHelp } from '@/tests/drive/menu';
import { reportsAfter } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import type { OpenPanel } from './fixtures';
import { expect, test } from './strict-test';
import { inBothBrowsers } from './thorough';

const QUESTION = 'Which rules are there?';

/** The tab with the report of a problem. */
function reportTab({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  const save = sheet.getByRole('button', { name: 'Save file', exact: true });
  return {
    sheet,
    /** The link to a page of the list of issues, with the text of the issue. */
    issueLink: sheet.getByRole('link', { name: 'Open a prefilled issue' }),
    async open() {
      await openHelp(page, 'Report a problem');
      await save.waitFor();
    },
    /** Adds a part to the file; resolves with the text that the sheet shows of it. */
    async choose(name: string): Promise<string> {
      await sheet.getByRole('checkbox', { name, exact: true }).check();
      return sheet.getByRole('region', { name, exact: true }).innerText();
    },
    /** Saves the file; resolves with its name and text. */
    async save(): Promise<{ name: string; text: string }> {
      const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    },
  };
}

test(
  'a failed request is reported by a file with its code and, where chosen, the conversation, and without the key',
  inBothBrowsers({ tag: '@log' }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    const failure = { message: `The engine with ${endpoint.apiKey} is dead`, code: 500 };
    endpoint.behave(reportsAfter('The rules are', { error: failure }));
    await panel.ask(`${QUESTION} My key is ${endpoint.apiKey}.`);
    await expect(panel.alert).toBeVisible();

    const report = reportTab(panel);
    await report.open();
    for (const checkbox of await report.sheet.getByRole('checkbox').all()) {
      await expect(checkbox).not.toBeChecked();
    }
    const facts = await report.save();
    expect(facts.text).not.toContain(QUESTION);
    expect(facts.text).not.toContain(endpoint.baseUrl);

    const shown = await report.choose('The newest messages of this chat');
    expect(shown).toContain(QUESTION);
    await attachLooks(page, testInfo, 'report', [360, 250]);
    await report.sheet.getByText('Always in the file').click();
    await report.issueLink.scrollIntoViewIfNeeded();
    await attachScreenshot(page, testInfo, 'report-issue');
    const { name, text } = await report.save();
    expect(name).toMatch(/^steward-report_\d{8}T\d{6}Z\.json$/);
    expect(text).toContain(shown);
    const { adapter, errors, conversation, ...others } = JSON.parse(text);
    expect(adapter).toBe('model-filter');
    expect(errors[0]).toBe('server');
    expect(JSON.stringify(conversation)).toContain('is dead');
    expect(Object.keys(others)).not.toContain('pageAddress');

    const link = (await report.issueLink.getAttribute('href')) ?? '';
    expect(link).toMatch(/^https:\/\/\S+\/issues\/new\?title=Problem%3A\+server&body=/);
    for (const made of [facts.text, text, link, await report.sheet.innerText()]) {
      expect(made).not.toContain(endpoint.apiKey);
    }
    expect(link).not.toContain('rules');
  },
);
