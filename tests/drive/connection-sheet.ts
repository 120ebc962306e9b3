import type { Locator, Page } from 'playwright';
import { chooseFromMenu } from './menu';

/** Time limit of a connection's test with its three requests. */
const TEST_TIMEOUT_MS = 30_000;

/** The user's input for a connection; fields that are left out stay unchanged. */
interface ConnectionEntry {
  baseUrl?: string;
  apiKey?: string;
  name?: string;
  /** Added to the existing ones. */
  headers?: Record<string, string>;
}

/** The sheet “Connection” and its form, with the user's operations. */
export interface ConnectionSheet {
  readonly sheet: Locator;
  /** Fields of the form, in the sheet or at the first run. */
  readonly baseUrl: Locator;
  readonly apiKey: Locator;
  /** One connection in the list, by its name. */
  listed(name: string): Locator;
  open(): Promise<void>;
  /** In the list: opens the empty form. */
  add(): Promise<void>;
  /** In the list: opens the form of a connection. */
  edit(name: string): Promise<void>;
  /** In the list: deletes the connection and confirms. */
  remove(name: string): Promise<void>;
  enter(entry: ConnectionEntry): Promise<void>;
  /** Saves; resolves when the form is closed. */
  save(): Promise<void>;
  /** Saves changes and runs the test. Resolves with the results, in order: ✓, ✗ and –. */
  test(): Promise<string>;
  /** One step of the test, e.g. `key`. */
  check(step: string): Locator;
  close(): Promise<void>;
}

const SIGNS: Readonly<Record<string, string>> = { passed: '✓', failed: '✗', skipped: '–' };

/** Wraps the connection part of the panel's document. */
export function createConnectionSheet(page: Page): ConnectionSheet {
  const sheet = page.getByRole('dialog', { name: 'Connections' });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const baseUrl = page.getByLabel('Base URL');
  const apiKey = page.getByLabel('API key');
  const checks = page.getByRole('list', { name: 'Connection test' });
  const listed = (name: string) => sheet.getByRole('listitem', { name, exact: true });
  return {
    sheet,
    baseUrl,
    apiKey,
    listed,
    async open() {
      await chooseFromMenu(page, 'Connections');
      await sheet.waitFor();
    },
    async add() {
      await button('Add connection').click();
      await baseUrl.waitFor();
    },
    async edit(name) {
      await listed(name).getByRole('button', { name: 'Edit' }).click();
      await baseUrl.waitFor();
    },
    async remove(name) {
      await listed(name).getByRole('button', { name: 'Delete…' }).click();
      await listed(name).getByRole('button', { name: 'Delete connection' }).click();
      await listed(name).waitFor({ state: 'hidden' });
    },
    async enter(entry) {
      if (entry.baseUrl !== undefined) await baseUrl.fill(entry.baseUrl);
      if (entry.apiKey !== undefined) await apiKey.fill(entry.apiKey);
      if (entry.name !== undefined) await page.getByLabel('Name', { exact: true }).fill(entry.name);
      for (const [name, value] of Object.entries(entry.headers ?? {})) {
        await button('Add header').click();
        await page.getByLabel('Header name').last().fill(name);
        await page.getByLabel(`Value of ${name}`).fill(value);
      }
    },
    async save() {
      await button('Save connection').click();
      await baseUrl.waitFor({ state: 'hidden' });
    },
    async test() {
      await button(/^(Test connection|Save and test)$/).click();
      await checks.and(page.locator('[aria-busy="false"]')).waitFor({ timeout: TEST_TIMEOUT_MS });
      const rows = await checks.getByRole('listitem').all();
      const verdicts = await Promise.all(rows.map((row) => row.getAttribute('data-verdict')));
      return verdicts.map((verdict) => SIGNS[verdict ?? ''] ?? '?').join('');
    },
    check: (step) => checks.locator(`[data-step="${step}"]`),
    async close() {
      await sheet.getByRole('button', { name: 'Close' }).click();
      await sheet.waitFor({ state: 'hidden' });
    },
  };
}
