import { expect } from 'vitest';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

test('a chat opens in a window of its own in Firefox, once @chats', async ({
  firefox,
  filterPage: _filterPage,
}) => {
  const endpoint = await startChangingEndpoint(says('Here I am.'));
  const panel = await firefox.openPanel();
  await panel.fillConnection(endpoint.baseUrl, endpoint.apiKey);
  await panel.saveConnection();
  await panel.connected();
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.ask('Are you there?');
  await panel.finished();
  const openWindow = async () => {
    await firefox.sidebar.click({ selector: 'button', name: 'Menu' });
    await firefox.sidebar.click({ selector: '[role="menuitem"]', name: 'Settings' });
    await firefox.sidebar.click({ selector: 'dialog summary', name: 'Appearance' });
    await firefox.sidebar.click({ selector: 'dialog button', name: 'Open in a window' });
    // The sheet closes when the window is open.
    const isOpen = async () => (await firefox.sidebar.find({ selector: 'dialog.sheet[open]' })) !== null;
    await expect.poll(isOpen, POLL).toBe(false);
  };

  await openWindow();
  await expect
    .poll(firefox.detachedPanels, POLL)
    .toMatchObject([{ windowType: 'popup', text: expect.stringContaining('Here I am.') }]);
  await expect
    .poll(firefox.detachedPanels, POLL)
    .toMatchObject([{ text: expect.stringMatching(/Model filter ·\s+in another window.*openai/s) }]);
  await openWindow();
  expect(await firefox.detachedPanels()).toHaveLength(1);
  await endpoint.close();
});
