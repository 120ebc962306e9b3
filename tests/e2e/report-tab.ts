import { readFile } from 'node:fs/promises';
import { openHelp } from '@/tests/drive/menu';
import type { OpenPanel } from './fixtures';

/** The tab with the report of a problem. */
export function reportTab({ page }: OpenPanel) {
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
