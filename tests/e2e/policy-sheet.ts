import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The sheet of what Steward may do, in a user's words. */
export interface PolicySheet {
  readonly sheet: Locator;
  /** The button at the composer that opens it. */
  readonly chip: Locator;
  /** What is said of one tool. */
  tool(name: string): Locator;
  open(): Promise<void>;
  close(): Promise<void>;
  /** Chooses a ready policy, plan mode or the notifications by its name, and waits until the record has it. */
  choose(name: string): Promise<void>;
  /** Says a word of one's own on a tool; one that begins with "Policy" takes it back. */
  setTool(name: string, choice: string): Promise<void>;
}

export function policySheet(page: Page): PolicySheet {
  const sheet = page.getByRole('dialog', { name: 'What Steward may do' });
  const chip = page.getByRole('button', { name: 'What Steward may do:' });
  const select = (name: string) => sheet.getByRole('combobox', { name, exact: true });
  return {
    sheet,
    chip,
    tool: (name) =>
      sheet.getByRole('listitem').filter({ has: page.getByRole('combobox', { name, exact: true }) }),
    async open() {
      await chip.click();
      await expect(sheet.getByRole('combobox').first()).toBeVisible();
    },
    async close() {
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    },
    async choose(name) {
      const choice = sheet.getByLabel(name);
      const isOn = await choice.isChecked();
      await choice.click();
      await expect(choice).toBeChecked({ checked: !isOn });
    },
    async setTool(name, choice) {
      await select(name).selectOption(choice);
    },
  };
}
