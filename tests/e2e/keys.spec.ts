import { readFile } from 'node:fs/promises';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { openChatSettings, openHelp, openSettings } from '@/tests/drive/menu';
import { calls, callsAll, inTurn, says, streams } from '@/tests/fakes/chat-answers';
import { startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { test as ownTest } from './own-fixtures';
import { readOtherTables } from './read-other-tables';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@keys';

test('a key that the endpoint echoes doesn’t reach page, panel, database or export', { tag }, async ({
  startedChat,
  endpoint,
  filterPage,
}) => {
  const { panel } = startedChat;
  const { page } = panel;
  const key = endpoint.apiKey;
  const before = await filterPage.readState();
  const log = await openHelp(page, 'Log');
  await log.getByRole('combobox', { name: 'Log level' }).selectOption('debug');
  await log.getByRole('button', { name: 'Close' }).click();
  endpoint.behave(
    inTurn(
      callsAll(
        ['add_ignore_rule', JSON.stringify({ pattern: `${key}*` })],
        // Each character as a JSON escape.
        [
          'add_ignore_rule',
          `{"pattern":"${[...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
        ],
      ),
      calls('add_ignore_rule', '{"pattern":"[key removed]"}'),
      streams(['It was ', key.slice(0, 12), key.slice(12), '.']),
    ),
  );

  await panel.converse('Which key do you have?', 'It was [key removed].');

  expect(await filterPage.readState()).toEqual(before);
  const results = endpoint
    .chats()
    .at(-1)
    ?.body.messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
  expect(results).toHaveLength(3);
  for (const result of results ?? []) expect(result).toContain('Nothing was done');
  expect(await page.content()).not.toContain(key);
  expect(await readOtherTables(page, 'connectionSecrets')).not.toContain(key);
  await openHelp(page, 'Log');
  for (const [name, tab] of [
    ['Export JSONL', 'Log'],
    ['Export tool calls', 'Data'],
  ] as const) {
    await log.getByRole('tab', { name: tab, exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('button', { name, exact: true }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('[key removed]');
    expect(text).not.toContain(key);
  }
});

test(
  'the panel doesn’t violate its content security policy',
  inBothBrowsers({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    const { page } = panel;
    const consoleErrors: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) consoleErrors.push(message.text());
    });
    await page.reload();
    await expect(panel.pageLine).toContainText('Model filter');
    endpoint.behave(
      says('# Title\n\n`code`\n\n| a | b |\n| - | - |\n| 1 | ![x](http://127.0.0.1:1/x.png) |'),
    );
    await panel.ask('Say something with a picture');
    await panel.finished();
    const close = (name: string) =>
      page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Checkpoints', exact: true }).click();
    await close('Checkpoints');
    await openChatSettings(page, 'Model');
    await close('This chat');
    await openHelp(page, 'Log');
    await close('Help & data');
    await openSettings(page, 'Sites', 'Connections');
    await close('Settings');
    expect(consoleErrors).toEqual([]);
    await expect(page.locator('.panel')).toHaveCSS('display', /grid|flex/);
  },
);

ownTest(
  'the panel’s content security policy blocks everything that it doesn’t list',
  thorough({ tag }),
  async ({ panel }) => {
    const refused = await panel.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          new Image().src = 'http://127.0.0.1:1/x.png';
        }),
    );
    expect(refused).toBe('img-src');
  },
);

ownTest(
  'warns of a key that would be sent unencrypted over the network',
  thorough({ tag }),
  async ({ panel, sheet }) => {
    const warning = panel.page.getByText('isn’t encrypted');
    await sheet.enter({ baseUrl: 'http://proxy.example:8000/v1' });
    await expect(warning).toBeHidden();
    await sheet.enter({ apiKey: 'sk-canary-0815' });
    await expect(warning).toBeVisible();
    await expect(warning).toContainText('proxy.example:8000');
    await sheet.enter({ baseUrl: 'https://proxy.example:8000/v1' });
    await expect(warning).toBeHidden();
    await sheet.enter({ baseUrl: 'http://localhost:8000/v1' });
    await expect(warning).toBeHidden();
  },
);

ownTest(
  'an address with a key in its path works, and is never shown in full',
  thorough({ tag }),
  async ({ panel }) => {
    const segment = 'sk-canary-0815';
    const endpoint = await startRawEndpoint(async (reply, { path }) => {
      reply.head(path === `/${segment}/v1/models` ? 200 : 500, { 'content-type': 'application/json' });
      await reply.write(
        path === `/${segment}/v1/models`
          ? JSON.stringify({ data: [{ id: 'plain/model' }] })
          : JSON.stringify({ error: { message: `Broken: ${path}` } }),
      );
      reply.end();
    });
    try {
      const { page } = panel;
      const sheet = createConnectionSheet(page);
      await sheet.enter({ baseUrl: endpoint.baseUrl.replace('/v1', `/${segment}/v1`), name: 'Gate' });
      expect(await sheet.test()).toBe('✓✓✓✗–');
      await sheet.saveAnyway();
      await panel.chooseModel('plain/model');
      await panel.ask('Are you there?');
      await expect(panel.alert).toContainText('Broken: /[key removed]/v1/chat/completions', {
        timeout: 30_000,
      });

      await sheet.open();
      await expect(sheet.listed('Gate')).toContainText('/•••/v1');
      await sheet.edit('Gate');
      await expect(sheet.baseUrl).toHaveValue(/\/•••\/v1$/);
      await sheet.enter({ apiKey: 'sk-other-4711' });
      expect(await sheet.test()).toBe('✓✓✓✗–');
      await sheet.saveAnyway();

      await expect.poll(() => endpoint.requests.at(-1)?.path).toBe(`/${segment}/v1/models`);
      expect(await page.content()).not.toContain(segment);
      expect(await readOtherTables(page, 'connectionSecrets')).not.toContain(segment);
    } finally {
      await endpoint.close();
    }
  },
);
