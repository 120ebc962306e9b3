/// <reference types="chrome" />
import type { Page } from '@playwright/test';
import { whyNotManaged, withManagedExtension } from './managed-browser';
import { sendCommand } from './send-command';
import { test as base, expect } from './strict-test';
import { thorough } from './thorough';

const tag = '@policy';
const TURN_ON = /^(?:Turn|Switch) .*on/i;

const test = base.extend<{ policy: object }>({
  policy: [{}, { option: true }],
  steward: async ({ sharedBrowser, product, policy }, use) => {
    const reason = whyNotManaged(product);
    base.skip(reason !== null, reason ?? '');
    await withManagedExtension(sharedBrowser, product, policy, use);
  },
});

/** The state of the page in front, as the background reports it. */
function stateInFront(panel: Page): Promise<string> {
  return panel.evaluate(async () => {
    const { id: windowId } = await chrome.windows.getCurrent();
    const command = { type: 'attach', to: { windowId } };
    const reply = await chrome.runtime.sendMessage({ channel: 'steward/command', command });
    return reply.value.page.state;
  });
}

test.describe('Steward that the organisation has switched off', () => {
  test.use({ policy: { settings: { isOn: false } } });

  test('is off once the policy has arrived', thorough({ tag }), async ({ filterPage, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    const stored = await panel.page.evaluate(() => chrome.storage.local.get('is-steward-on'));
    expect(stored).toEqual({ 'is-steward-on': false });
    expect(await stateInFront(panel.page)).toBe('off');
  });

  test(
    'stays off after a click on the panel’s “Turn on”, if the panel offers that at all',
    thorough({ tag }),
    async ({ filterPage, openPanel }) => {
      const panel = await openPanel(filterPage.page);
      await sendCommand(panel.page, { type: 'switch-steward', origin: null, isOn: false });
      expect(await stateInFront(panel.page)).toBe('off');
      await panel.page.reload();
      const turnOn = panel.page.getByRole('button', { name: TURN_ON }).first();
      await turnOn.click({ timeout: 5_000 }).catch(() => undefined);
      await panel.page.waitForTimeout(1_000);
      expect(await stateInFront(panel.page)).toBe('off');
    },
  );
});

test.describe('the panel’s locks', () => {
  test.use({ policy: { mostPermission: 'read-only' } });
  test('stay after “Delete all data”', thorough({ tag }), async ({ filterPage, openPanel }) => {
    const panel = await openPanel(filterPage.page);
    await sendCommand(panel.page, { type: 'delete-all-data' });
    await panel.page.waitForTimeout(1_000);
    const keys = await panel.page.evaluate(async () => Object.keys(await chrome.storage.local.get(null)));
    expect(keys).toContain('managed-policy');
  });
});
