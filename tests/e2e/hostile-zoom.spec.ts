import type { Locator, Page } from '@playwright/test';
import { APPROVAL, expect, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { nameSite } from './name-site';

const tag = ['@hostile', APPROVAL.tag];

/** A panel of 360 × 720 at 200 % zoom. */
const SMALL = { width: 180, height: 360 };

const HEADER_BUTTONS = ['Checkpoints', 'Menu'];

const LONG_TEXT = 'And afterwards tell me which are hidden now, and why they were hidden in the first place';

/** Scrolls a control into view if possible; returns true if a click on it would hit it. */
const isReachable = (page: Page, name: string): Promise<boolean> =>
  isWithinReach(page.getByRole('button', { name, exact: true }).first());

async function isWithinReach(control: Locator): Promise<boolean> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  return control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = left + width / 2;
    const isInside = left >= -1 && left + width <= innerWidth + 1;
    // The scrolling part may be lower than the control, so that its middle is never in view.
    const isHit = (y: number) =>
      y >= 0 && y <= innerHeight && element.contains(document.elementFromPoint(x, y));
    return isInside && [0.2, 0.5, 0.8].some((part) => isHit(top + part * height));
  });
}

/** Scrolls up at the top of the panel: the header scrolls away with the conversation, and comes back with it. */
async function scrollUp(page: Page): Promise<void> {
  await page.mouse.move(SMALL.width / 2, 20);
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })).toBeInViewport();
}

test(
  'at 180 × 360 pixels every control is reachable, with an open card too',
  { tag },
  async ({ scenario }, testInfo) => {
    const { panel, view } = scenario;
    await nameSite(panel.page, 'PRODUCTION');
    await panel.page.setViewportSize(SMALL);
    await attachScreenshot(panel.page, testInfo, 'zoom-idle');
    await scrollUp(panel.page);
    for (const name of [...HEADER_BUTTONS, 'Send'])
      expect(await isReachable(panel.page, name), name).toBe(true);
    scenario.modelWill([
      ['clear_all_whitelist_rules', {}],
      ['import_rules', { ignore: ['*audio*', 'tts-*'], whitelist: [], mode: 'merge' }],
      ['save_changes', {}],
    ]);
    await scenario.ask('Clean up and save');
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'zoom-card');
    await panel.page.emulateMedia({ colorScheme: 'dark' });
    await attachScreenshot(panel.page, testInfo, 'zoom-card-dark');
    // Visible without scrolling, whatever the card's content.
    const stop = panel.page.getByRole('button', { name: 'Stop', exact: true });
    const verdict = view.card.getByRole('heading', { level: 2 });
    const warning = view.card.locator('.approval-warning');
    for (const control of [
      verdict,
      warning,
      view.approveButton,
      view.button('Refuse…'),
      panel.message,
      stop,
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
    await panel.message.fill(LONG_TEXT);
    for (const height of [SMALL.height, 320]) {
      await panel.page.setViewportSize({ ...SMALL, height });
      await attachScreenshot(panel.page, testInfo, `zoom-card-typed-${height}`);
      const whole = [view.card.locator('.site-mark'), verdict, view.approveButton];
      for (const part of [...whole, view.button('Refuse…'), stop])
        await expect(part, `${height}`).toBeInViewport({ ratio: 1 });
      for (const part of [warning, view.card.getByRole('button', { name: /^Details: Save/ })])
        expect(await isWithinReach(part), `${part} at ${height}`).toBe(true);
    }
    await view.button('Refuse…').click();
    for (const size of [SMALL, { width: 180, height: 320 }, { width: 360, height: 339 }]) {
      await panel.page.setViewportSize(size);
      await attachScreenshot(panel.page, testInfo, `zoom-refusal-${size.height}`);
      await expect(view.button('Back'), `${size.height}`).toBeInViewport({ ratio: 1 });
    }
    await view.button('Back').click();
    await panel.message.fill('');
    await panel.page.setViewportSize(SMALL);
    await scrollUp(panel.page);
    const names = [...HEADER_BUTTONS, 'Apply 2 changes', 'Apply only the first', 'Refuse…', 'Stop'];
    for (const name of names) expect(await isReachable(panel.page, name), name).toBe(true);
    await attachScreenshot(panel.page, testInfo, 'zoom-card-end');
    await panel.page.setViewportSize({ width: 280, height: 720 });
    await attachScreenshot(panel.page, testInfo, 'zoom-card-280');
    await view.approve();
    await expect(panel.approval).toBeHidden();
  },
);
