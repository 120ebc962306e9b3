import type { Locator } from '@playwright/test';
import { chooseFromMenu, openChatSettings, openHelp, openSettings, unfold } from '@/tests/drive/menu';
import { says, thinksUntil } from '@/tests/fakes/chat-answers';
import { gate } from './gate';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

const heightOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().height);

test(
  'all sheets are as high as each other, with little in them and with much; the settings of a chat need at most 800 px with one of their folds unfolded',
  thorough({ tag }),
  async ({ startedChat: { panel } }) => {
    const { page } = panel;
    await page.setViewportSize({ width: 360, height: 720 });
    const dialog = page.getByRole('dialog');
    const heights = new Set<number>();
    const measure = async () => {
      await expect(dialog).toHaveCount(1);
      heights.add(await heightOf(dialog));
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    for (const open of [
      () => page.getByRole('button', { name: /^Checkpoints/ }).click(),
      () => page.getByRole('button', { name: 'All chats' }).or(page.locator('.chat-switcher')).click(),
      () => page.getByRole('button', { name: /^Context and costs/ }).click(),
      () => chooseFromMenu(page, 'Permissions'),
      () => openHelp(page, 'Data'),
      () => openHelp(page, 'Log'),
      () => openHelp(page, 'Report a problem'),
    ]) {
      await open();
      await measure();
      await close();
    }
    const settings = await openSettings(page);
    await measure();
    for (const fold of ['Connections', 'Sites', 'Appearance']) {
      await unfold(settings, fold);
      await measure();
    }
    await close();
    for (const fold of ['Instructions', 'Model', 'Limits', 'Expert']) {
      const sheet = await openChatSettings(page, fold);
      await expect(sheet.getByRole('group', { name: fold })).toHaveAttribute('open');
      await measure();
      const header = await heightOf(sheet.locator('.sheet-header'));
      const height = await sheet.locator('.sheet-body').evaluate((body) => {
        // The body is as high as the sheet; what is in it ends with its last element.
        const last = body.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        const { paddingBottom } = getComputedStyle(body);
        return last - body.getBoundingClientRect().top + body.scrollTop + Number.parseFloat(paddingBottom);
      });
      // Rounded down: fonts differ by fractions of a pixel between the browsers.
      expect(Math.floor(header + height), fold).toBeLessThanOrEqual(800);
      // Nothing is reset that is as it was.
      await expect(sheet.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
      await close();
    }
    expect([...heights]).toHaveLength(1);
  },
);

test(
  'Stop is exactly where Send was, and as large',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
    for (const width of [280, 360, 600]) {
      await panel.page.setViewportSize({ width, height: 720 });
      const { opened, open } = gate();
      endpoint.behave(thinksUntil(opened, says(`Answered at ${width}.`)));
      await panel.message.fill(`At ${width}`);
      const place = await button('Send').boundingBox();
      await button('Send').click();
      await button('Stop').waitFor();
      // Send is beside Stop once more is typed.
      await panel.message.fill('One more thing');
      expect(await button('Stop').boundingBox()).toEqual(place);
      await panel.message.fill('');
      open();
      await panel.answered(`Answered at ${width}.`);
    }
  },
);
