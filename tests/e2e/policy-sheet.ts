import { expect, type Page } from '@playwright/test';

/** The sheet with the permissions. */
export function policySheet(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Permissions' });
  const chip = page.getByRole('button', { name: 'Permissions:' });
  const select = (name: string) => page.getByRole('combobox', { name: `(${name})` });
  return {
    sheet,
    /** The button at the composer that opens it. */
    chip,
    /** The entry of one tool. */
    tool: (name: string) => sheet.getByRole('listitem').filter({ has: select(name) }),
    async open() {
      await chip.click();
      await expect(sheet.getByRole('combobox').first()).toBeVisible();
    },
    async close() {
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    },
    /** Chooses permissions by name, and waits until that is stored. */
    async choose(name: string) {
      const choice = sheet.getByLabel(name);
      const isOn = await choice.isChecked();
      await choice.click();
      await expect(choice).toBeChecked({ checked: !isOn });
    },
    /** Sets a tool's permission; a choice that begins with "Default" removes it. */
    setTool: (name: string, choice: string) => select(name).selectOption(choice),
  };
}
