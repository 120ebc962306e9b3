import { expect, type Locator, type Page } from '@playwright/test';

/** The sheet with the permissions. */
export interface PolicySheet {
  readonly sheet: Locator;
  /** The button at the composer that opens it. */
  readonly chip: Locator;
  /** The entry of one tool. */
  tool(name: string): Locator;
  open(): Promise<void>;
  close(): Promise<void>;
  /** Chooses permissions by name, and waits until that is stored. */
  choose(name: string): Promise<void>;
  /** Sets a tool's permission; a choice that begins with "Default" removes it. */
  setTool(name: string, choice: string): Promise<void>;
}

export function policySheet(page: Page): PolicySheet {
  const sheet = page.getByRole('dialog', { name: 'Permissions' });
  const chip = page.getByRole('button', { name: 'Permissions:' });
  const select = (name: string) => sheet.getByRole('combobox', { name: `(${name})` });
  return {
    sheet,
    chip,
    tool: (name) =>
      sheet.getByRole('listitem').filter({ has: page.getByRole('combobox', { name: `(${name})` }) }),
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
