import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import {
  forgedCommands,
  loadOtherExtension,
  postEverywhere,
  runInContentScript,
  type StolenFacts,
  sendAll,
} from './forged-commands';
import { readTable } from './read-table';
import { expect, type StartedChat, test } from './strict-test';
import { thorough, variant } from './thorough';

const tag = '@injection';

const OTHER_EXTENSION = fileURLToPath(new URL('../fixtures/stranger-extension', import.meta.url));

/** The reply to every sender that isn't the panel. */
const REFUSED = /"ok":false.*"code":"invalid-message"/;

/** Requests a save that waits for approval; returns all facts that a forger could know of it. */
async function askForSave({ panel }: StartedChat): Promise<StolenFacts> {
  await panel.ask('Save it');
  await expect(panel.approval).toBeVisible();
  const [approval] = await readTable(panel.page, 'approvals');
  const { id, chatId, preview, calls } = approval as {
    id: string;
    chatId: string;
    preview: { digest: string };
    calls: { executionId: string }[];
  };
  const executionIds = calls.map(({ executionId }) => executionId);
  return { chatId, approvalId: id, digest: preview.digest, executionIds };
}

/** Everything that a forged command could have changed. */
async function recordOf(page: Page): Promise<object> {
  const tables = ['chats', 'messages', 'runs', 'executions', 'approvals', 'connections', 'sites'];
  const rows = await Promise.all(tables.map((table) => readTable(page, table)));
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}

/** Number of refused senders. */
async function refusals(page: Page): Promise<number> {
  const rows = await readTable(page, 'logs');
  return rows.filter((row) => JSON.stringify(row).includes('"security.refused"')).length;
}

for (const [index, { from, forge }] of [
  {
    from: 'a page’s own scripts',
    forge: async (page: Page, facts: StolenFacts) => {
      // The extension's API isn't available there, so no message can be sent that would be refused.
      expect(await page.evaluate(postEverywhere, forgedCommands(facts))).toBe('undefined undefined');
    },
  },
  {
    from: 'a frame of another origin inside the page',
    forge: async (page: Page, facts: StolenFacts) => {
      const server = await startRawEndpoint(async (reply) => {
        reply.head(200, { 'content-type': 'text/html' });
        await reply.write('<!doctype html><meta name="steward-page-protocol" content="1"><p>A frame</p>');
        reply.end();
      });
      const url = new URL('/frame', server.baseUrl.replace('127.0.0.1', 'localhost')).href;
      await page.evaluate((src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      }, url);
      await expect.poll(() => page.frame({ url })?.locator('p').textContent()).toBe('A frame');
      const reached = await page.frame({ url })?.evaluate(postEverywhere, forgedCommands(facts));
      await server.close();
      expect(reached).toBe('undefined undefined');
    },
  },
].entries()) {
  test(
    `forged messages of ${from} have no effect`,
    variant(tag, index),
    async ({ startedChat, endpoint, filterPage, playground }) => {
      const { panel } = startedChat;
      endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
      const facts = await askForSave(startedChat);
      const before = await recordOf(panel.page);
      await forge(filterPage.page, facts);
      await expectNothingHappened(panel.page, before);
      expect(await playground.readEnvFile()).toBe(ENV_FILE);
      await panel.refuse('It was not me');
      await expect(panel.said('You refused.')).toBeVisible();
      await startedChat.expectNothingLost();
    },
  );
}

test(
  'another extension gets no answer, and its attempt is logged',
  thorough({ tag }),
  async ({ startedChat, endpoint, playground, steward }) => {
    const { panel } = startedChat;
    endpoint.behave(inTurn(calls('save_changes', '{}'), says('Saved.')));
    const facts = await askForSave(startedChat);
    const before = await recordOf(panel.page);
    const other = await loadOtherExtension(steward, OTHER_EXTENSION);
    const commands = forgedCommands(facts);
    const answers = await other.evaluate(sendAll, { target: steward.extensionId, commands });
    expect(answers).toHaveLength(commands.length + 1);
    expect(answers.pop()).toBe('disconnected');
    for (const answer of answers) expect(answer).toBe('null');
    await expectNothingHappened(panel.page, before);
    await expect.poll(() => refusals(panel.page)).toBe(commands.length + 1);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await panel.approve();
    await expect(panel.said('Saved.')).toBeVisible();
    expect(await playground.readEnvFile()).not.toBe(ENV_FILE);
  },
);

test('a compromised content script can’t send commands, and its attempt is logged', { tag }, async ({
  startedChat,
  endpoint,
  filterPage,
  playground,
  steward,
}) => {
  const { panel } = startedChat;
  endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
  const facts = await askForSave(startedChat);
  const before = await recordOf(panel.page);
  const commands = forgedCommands(facts);
  const answers = await runInContentScript(steward, filterPage.page, commands);
  expect(answers.pop()).toBe('disconnected');
  expect(answers).toHaveLength(commands.length);
  for (const answer of answers) expect(answer).toMatch(REFUSED);
  await expectNothingHappened(panel.page, before);
  await expect.poll(() => refusals(panel.page)).toBe(commands.length + 1);
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
  await panel.refuse('It was not me');
  await expect(panel.said('You refused.')).toBeVisible();
});

test(
  'a page of the extension that isn’t the panel can’t send commands',
  thorough({ tag }),
  async ({ startedChat, endpoint, playground, steward }) => {
    const { panel } = startedChat;
    endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
    const facts = await askForSave(startedChat);
    const before = await recordOf(panel.page);
    const commands = forgedCommands(facts);
    const page = await steward.context.newPage();
    for (const path of ['manifest.json', 'manifest.json?/sidepanel.html', 'manifest.json#/sidepanel.html']) {
      await page.goto(steward.extensionUrl(path));
      const answers = await page.evaluate(sendAll, { target: null, commands });
      expect(answers.pop()).toBe('disconnected');
      for (const answer of answers) expect(answer).toMatch(REFUSED);
    }
    await page.close();
    await expectNothingHappened(panel.page, before);
    await expect.poll(() => refusals(panel.page)).toBe(3 * (commands.length + 1));
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await panel.refuse('It was not me');
    await expect(panel.said('You refused.')).toBeVisible();
  },
);

/** Waits long enough for a message to be handled. */
async function expectNothingHappened(panel: Page, before: object): Promise<void> {
  await panel.waitForTimeout(300);
  expect(await recordOf(panel)).toEqual(before);
}
