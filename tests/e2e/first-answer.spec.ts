import type { Page } from '@playwright/test';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

/** The clicks and fields that it takes the user. */
interface Effort {
  clicks: number;
  fields: number;
}

/** Counts what the user does in a document: each click, and each field in which the user types. */
async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const typed = new Set<EventTarget | null>();
    const effort = { clicks: 0, fields: 0 };
    // Enter in a form counts as the click that it replaces: the browser sends one to the submit button.
    document.addEventListener('click', () => (effort.clicks += 1), { capture: true });
    document.addEventListener(
      'input',
      ({ target }) => {
        typed.add(target);
        effort.fields = typed.size;
      },
      { capture: true },
    );
    Object.assign(window, { effort });
  });
  return () => page.evaluate(() => (window as unknown as { effort: Effort }).effort);
}

test(
  'from the installation to the first answer it takes four clicks and two fields',
  inBothBrowsers({ tag: '@main' }),
  async ({ steward, playground }, testInfo) => {
    const endpoint = await startChangingEndpoint(
      inTurn(calls('list_rules', '{}'), says('No rule hides a model of openai.')),
    );
    try {
      const [page = await steward.context.newPage()] = steward.context.pages();
      const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
      await filterPage.chooseProvider('openai');

      // Click 1. The count begins in the panel that it opens.
      const sidePanel = await clickToolbarButton(steward, page);
      const panel = sidePanel.page;
      const effort = await countEffort(panel);
      await panel.setViewportSize({ width: 360, height: 640 });
      const connect = panel.getByRole('button', { name: 'Connect', exact: true });
      const suggestion = panel.getByRole('button', { name: /^Hide \d+ preview models$/ });
      await expect(panel.getByLabel('Address', { exact: true })).toBeFocused();
      await expect(connect).toBeInViewport({ ratio: 1 });
      await expect(panel.getByText('Advanced: name')).toBeInViewport({ ratio: 1 });
      await expect(suggestion).toHaveCount(0);
      await attachScreenshot(panel, testInfo, 'first-run');

      // Fields 1 and 2: the keyboard alone leads from one to the other. The address lacks its scheme and `/v1`.
      await panel.keyboard.type(new URL(endpoint.baseUrl).host);
      await panel.keyboard.press('Tab');
      await expect(panel.getByLabel('Key', { exact: true })).toBeFocused();
      await panel.keyboard.type(endpoint.apiKey);

      // Click 2. This build has access to every host. In a published build, the browser asks for the endpoint's host here; its
      // question is outside of the panel, and a test can neither see nor answer it (`permissions.spec.ts` has the rest).
      await connect.click();
      await expect(panel.getByRole('textbox', { name: 'Message' })).toBeFocused();

      // Click 3: nothing else is left to press after the test.
      await suggestion.click();
      // The answer is also read out, so the page has its text twice for a moment.
      const conversation = panel.getByRole('log', { name: 'Chat' });
      await expect(conversation.getByText('No rule hides a model of openai.')).toBeVisible();
      await expect(panel.getByText('Choose a model')).toHaveCount(0);
      await expect(panel.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
      await attachScreenshot(panel, testInfo, 'first-answer');

      const { clicks, fields } = await effort();
      expect(1 + clicks).toBeLessThanOrEqual(4);
      expect(fields).toBeLessThanOrEqual(2);
      expect({ clicks: 1 + clicks, fields }).toEqual({ clicks: 3, fields: 2 });
      await sidePanel.release();
    } finally {
      await endpoint.close();
    }
  },
);
