import type { Locator, Page } from 'playwright';
import { openSettings } from './menu';

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

/** The settings with the connections unfolded, and the form of one, with the user's operations. */
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
  /** Tests, and saves what passes; resolves when the form is closed. */
  save(): Promise<void>;
  /** Tests; resolves once a field says what is wrong with it. */
  fail(field: Locator): Promise<void>;
  /** Tests; resolves with the results of the steps, in order: ✓, ✗ and –. */
  test(): Promise<string>;
  /** After a failed test: saves all the same; resolves when the form is closed. */
  saveAnyway(): Promise<void>;
  /** One step of the test, e.g. `key`. */
  check(step: string): Locator;
  close(): Promise<void>;
}

const SIGNS: Readonly<Record<string, string>> = { passed: '✓', failed: '✗', skipped: '–' };

/** Wraps the connection part of the panel's document. */
export function createConnectionSheet(page: Page): ConnectionSheet {
  const sheet = page.getByRole('dialog', { name: 'Settings', exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const baseUrl = page.getByLabel('Address', { exact: true });
  const apiKey = page.getByLabel('Key', { exact: true });
  const name = page.getByLabel('Name', { exact: true });
  const submit = button(/^(Connect|Save connection|Test connection)$/);
  const closed = () => baseUrl.waitFor({ state: 'hidden', timeout: TEST_TIMEOUT_MS });
  const checks = page.getByRole('list', { name: 'Connection test' });
  const listed = (name: string) => sheet.getByRole('listitem', { name, exact: true });
  return {
    sheet,
    baseUrl,
    apiKey,
    listed,
    async open() {
      await openSettings(page, 'Connections');
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
      const isAdvanced = entry.name !== undefined || entry.headers !== undefined;
      if (isAdvanced && !(await name.isVisible())) await page.getByText('Advanced: name').click();
      if (entry.name !== undefined) await name.fill(entry.name);
      for (const [header, value] of Object.entries(entry.headers ?? {})) {
        await button('Add header').click();
        await page.getByLabel('Header name').last().fill(header);
        await page.getByLabel(`Value of ${header}`).fill(value);
      }
    },
    async save() {
      await submit.click();
      await closed();
    },
    async fail(field) {
      await submit.click();
      await field.and(page.locator('[aria-invalid="true"]')).waitFor({ timeout: TEST_TIMEOUT_MS });
    },
    async saveAnyway() {
      await button('Save anyway').click();
      await closed();
    },
    async test() {
      await submit.click();
      await checks.waitFor({ timeout: TEST_TIMEOUT_MS });
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
