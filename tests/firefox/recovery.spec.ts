import { expect } from 'vitest';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

// The browser stops an idle background after two seconds (fixtures.ts), and an answer that doesn't come is no activity.
test('a run whose background Firefox stops in mid-stream goes on with the panel closed @recovery', async ({
  firefox,
  filterPage,
}) => {
  const endpoint = await startChangingEndpoint(
    inTurn(
      calls('add_ignore_rule', '{"pattern":"*audio*"}'),
      thinksUntil(new Promise(() => undefined), says('Never.')),
      says('Audio is hidden.'),
    ),
  );
  const panel = await firefox.openPanel();
  await panel.fillConnection(endpoint.baseUrl, endpoint.apiKey);
  await panel.saveConnection();
  await panel.connected();
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.ask('Hide audio');
  await firefox.closePanel();
  await expect.poll(() => endpoint.chats().length, POLL).toBe(3);
  const isLocked = () => filterPage.page.evaluate(() => document.querySelector('steward-lock') !== null);
  await expect.poll(isLocked, POLL).toBe(false);
  expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*audio*']);

  const again = await firefox.openPanel();
  await expect.poll(again.conversation, POLL).toContain('Audio is hidden.');
  expect(await again.alert()).toBeNull();
  expect(await firefox.readTable('executions')).toHaveLength(1);
  expect(await firefox.isDataKept()).toBe(true);
  await endpoint.close();
});
