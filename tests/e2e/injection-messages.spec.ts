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

/** Forges the commands in a frame of another origin inside the page; resolves with the API that is available there. */
async function forgeInFrame(page: Page, commands: object[]): Promise<string | undefined> {
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
  const reached = await page.frame({ url })?.evaluate(postEverywhere, commands);
  await server.close();
  return reached;
}

test('forged messages of page, frame, content script, other extension and other pages of this one have no effect, and those that can be sent are logged', {
  tag,
}, async ({ startedChat, endpoint, filterPage, playground, steward }) => {
  const { panel } = startedChat;
  endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
  const facts = await askForSave(startedChat);
  const commands = forgedCommands(facts);
  const before = await recordOf(panel.page);
  let refused = 0;
  const expectNothingHappened = async () => {
    // Long enough for a message to be handled.
    await panel.page.waitForTimeout(300);
    expect(await recordOf(panel.page)).toEqual(before);
    await expect.poll(() => refusals(panel.page)).toBe(refused);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
  };
  /** `reply`: to each command, from which nothing may be learned. */
  const expectRefused = async (answers: string[], reply: RegExp) => {
    expect(answers).toHaveLength(commands.length + 1);
    expect(answers.pop()).toBe('disconnected');
    for (const answer of answers) expect(answer).toMatch(reply);
    refused += commands.length + 1;
    await expectNothingHappened();
  };

  await test.step('a page’s own scripts, and a frame of another origin', async () => {
    // The extension's API isn't available there, so no message can be sent that would be refused.
    expect(await filterPage.page.evaluate(postEverywhere, commands)).toBe('undefined undefined');
    await expectNothingHappened();
    expect(await forgeInFrame(filterPage.page, commands)).toBe('undefined undefined');
    await expectNothingHappened();
  });
  await test.step('a compromised content script', async () => {
    await expectRefused(await runInContentScript(steward, filterPage.page, commands), REFUSED);
  });
  await test.step('a page of the extension that isn’t the panel', async () => {
    const page = await steward.context.newPage();
    for (const path of ['manifest.json', 'manifest.json?/sidepanel.html', 'manifest.json#/sidepanel.html']) {
      await page.goto(steward.extensionUrl(path));
      await expectRefused(await page.evaluate(sendAll, { target: null, commands }), REFUSED);
    }
    await page.close();
  });
  await test.step('another extension', async () => {
    const other = await loadOtherExtension(steward, OTHER_EXTENSION);
    const target = steward.extensionId;
    await expectRefused(await other.evaluate(sendAll, { target, commands }), /^null$/);
  });

  await panel.refuse('It was not me');
  await panel.answered('You refused.');
  await startedChat.expectNothingLost();
  endpoint.behave(inTurn(calls('save_changes', '{}'), says('Saved.')));
  await panel.ask('Save it now');
  await panel.approve();
  await panel.answered('Saved.');
  expect(await playground.readEnvFile()).not.toBe(ENV_FILE);
});
