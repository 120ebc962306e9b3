// @vitest-environment jsdom
// @own-modules
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { ShownChatProvider } from '@/src/panel/shell/shown-chat-provider';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { aChat } from '../../background/a-chat';
import { CONNECTED } from '../connected-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const ORIGIN = 'https://proxy.corp.example';

function Probe() {
  return <p>{useShownChat().siteMark?.name ?? 'no name'}</p>;
}

beforeEach(async () => {
  const sendMessage = async ({ command }: { command: Command }) => ({
    ok: true,
    value: command.type === 'attach' ? { chatId: 'c', page: { ...CONNECTED, origin: ORIGIN } } : null,
  });
  const port = {
    onMessage: { addListener: () => undefined, removeListener: () => undefined },
    onDisconnect: { addListener: () => undefined, removeListener: () => undefined },
    postMessage: () => undefined,
    disconnect: () => undefined,
  };
  Object.assign(browser.runtime, { sendMessage, connect: () => port });
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
  Object.assign(browser.tabs, { get: async () => ({ id: 5, windowId: 1, active: true }) });
  Object.assign(browser.tabs, { onAttached: browser.tabs.onActivated });
  const db = createDatabase(DATABASE_NAME);
  await db.chats.put(
    aChat({ binding: { adapterId: 'model-filter', origin: ORIGIN, instanceId: 'i', title: 'Models' } }),
  );
  await db.sites.put({
    origin: ORIGIN,
    addedAtMs: 1,
    isOn: true,
    mark: { name: 'Playground', color: 'green' },
  });
});

it.each([
  ['the user’s name without a policy', [], 'Playground'],
  [
    'the organisation’s name in place of the user’s',
    [{ origin: ORIGIN, name: 'PRODUCTION', color: 'red' as const }],
    'PRODUCTION',
  ],
])('the panel, and so its approval card, shows %s', async (_, sites, name) => {
  await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, sites } });
  await act(async () =>
    rendering.render(
      <ShownChatProvider detached={null}>
        <Probe />
      </ShownChatProvider>,
    ),
  );
  await expect.poll(() => act(async () => rendering.place.textContent), { timeout: 5_000 }).toBe(name);
});
