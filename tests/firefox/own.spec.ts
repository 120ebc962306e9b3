import { expect } from 'vitest';
import { startPlainEndpoint } from '@/tests/fakes/plain-endpoint';
import { test } from './fixtures';

test('an endpoint that refuses extensions works in Firefox, and a page’s own requests to it are unchanged @own', async ({
  firefox,
  filterPage,
  playground,
}) => {
  const endpoint = await startPlainEndpoint({ refusesExtensions: true, says: 'Come in.' });
  const panel = await firefox.openPanel();
  await panel.fillConnection(endpoint.baseUrl, '');
  await panel.saveConnection();
  await panel.connected();
  await panel.chooseModel('plain/model');
  await panel.ask('May I?');
  await expect.poll(panel.conversation, { timeout: 15_000 }).toContain('Come in.');
  for (const { headers } of endpoint.requests) expect(headers).not.toHaveProperty('origin');

  await filterPage.page.evaluate(
    (address) => fetch(address, { method: 'POST', mode: 'no-cors', body: '{}' }).then(() => null),
    `${endpoint.baseUrl}/chat/completions`,
  );
  expect(endpoint.chats().at(-1)?.headers.origin).toBe(playground.url);
  await endpoint.close();
});
