import { openSettings } from '@/tests/drive/menu';
import { says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

test(
  'Enter sends unless that is switched off, and the arrow keys bring back what was sent',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint, filterPage, openPanel }, testInfo) => {
    const { page } = panel;
    const sheet = page.getByRole('dialog', { name: 'Settings', exact: true });
    const enterSends = sheet.getByRole('checkbox', { name: 'Enter sends the message' });
    await openSettings(page, 'Appearance');
    await enterSends.click();
    await expect(enterSends).not.toBeChecked();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await panel.message.fill('One');
    await panel.message.press('Enter');
    await expect(panel.message).toHaveValue('One\n');
    await panel.message.fill('');

    await openSettings(page, 'Appearance');
    await enterSends.click();
    await expect(enterSends).toBeChecked();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 280, height: 600 });
      await attachScreenshot(page, testInfo, `send-key-${colorScheme}`);
    }
    await sheet.getByRole('button', { name: 'Close' }).click();
    // Beside the policy there is no room for it at 280 px.
    await page.setViewportSize({ width: 360, height: 600 });
    await expect(panel.page.getByText('Enter sends', { exact: true })).toBeVisible();

    endpoint.behave(says('Two lines.'));
    await panel.message.pressSequentially('One');
    await panel.message.press('Shift+Enter');
    await panel.message.pressSequentially('Two');
    await panel.message.press('Enter');
    await panel.answered('Two lines.');

    // The panel that opens next has the setting, and the chat's messages.
    await panel.close();
    const again = await openPanel(filterPage.page);
    await expect(again.said('Two lines.')).toBeVisible();
    await again.message.press('ArrowUp');
    await expect(again.message).toHaveValue('One\nTwo');
    await again.message.press('ArrowUp');
    await expect(again.message).toHaveValue('Are you there?');
    await again.message.press('ArrowDown');
    await again.message.press('ArrowDown');
    await expect(again.message).toHaveValue('');
    await again.message.fill('Mine');
    await again.message.press('ArrowUp');
    await expect(again.message).toHaveValue('Mine');
    await again.message.press('Enter');
    await again.answered('Mine');
  },
);
