import { askFilterPage } from '@/tests/drive/ask-filter-page';
import { openFilterPage } from '@/tests/drive/filter-page';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { behave, type PageBehaviour } from '@/tests/fakes/faulty-page';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { announcePageProtocol } from './announce-page-protocol';
import { gate } from './gate';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@errors';

/** The panel's text while a run waits for its page. */
const PAGE_AWAY = 'The page is closed, has crashed, or is being loaded. Steward goes on when it is back.';

const ADD_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');

test('a run waits for a closed page; once reopened, the run continues and the model is informed', {
  tag,
}, async ({ startedChat, endpoint, filterPage, playground, steward }) => {
  const { panel } = startedChat;
  const { opened, open } = gate();
  endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says('The page is fresh.')));
  await panel.ask('Hide the audio models');
  await panel.message.fill('And then save');
  // The window needs another tab, or closing its last one would close it.
  const page = await steward.context.newPage();
  await filterPage.page.close();
  open();
  await expect(panel.said(PAGE_AWAY)).toBeVisible();
  await expect(panel.alert).toHaveCount(0);
  await expect(panel.pageLine).toHaveText('Page closed');
  await expect(panel.said('Are you there?')).toBeVisible();
  await expect(panel.message).toHaveValue('And then save');

  const again = await openFilterPage(page, playground.url, playground.apiKey);
  await again.page.bringToFront();
  await expect(panel.pageLine).toContainText('Model filter');
  await expect(panel.said('The page is fresh.')).toBeVisible();
  await expect(panel.said(PAGE_AWAY)).toHaveCount(0);
  // The rule that was added by hand was lost with the page, so the model's knowledge is outdated.
  await expect(panel.toolCards('add_ignore_rule')).toContainText(
    'The page had changed since the assistant last read it, so nothing was done.',
  );
  expect((await again.readState()).drafts).toEqual({});
});

test(
  'a run finds its reloaded page by itself, and no call runs on a page that the model hasn’t seen',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says('The page is fresh.')));
    await panel.ask('Hide the audio models');
    await filterPage.page.reload();
    await filterPage.counts();
    open();
    await panel.answered('The page is fresh.');
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.toolCards('add_ignore_rule')).toContainText(
      'The page had changed since the assistant last read it, so nothing was done.',
    );
    await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'failed');
    expect((await filterPage.readState()).drafts).toEqual({});
    await expect(panel.pageLine).toContainText('Model filter');
  },
);

test(
  'a run leaves a tab that navigated elsewhere alone, and continues when it is back on the page',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage, playground }) => {
    const { panel } = startedChat;
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says('The page is fresh.')));
    await panel.ask('Hide the audio models');
    await filterPage.page.goto(`${playground.url}/v1/health`);
    open();
    await expect(panel.said(PAGE_AWAY)).toBeVisible();
    const sentBefore = endpoint.chats().length;

    await filterPage.page.goto(playground.url);
    await filterPage.counts();
    await expect(panel.said('The page is fresh.')).toBeVisible();
    await expect(panel.alert).toHaveCount(0);
    expect(endpoint.chats()).toHaveLength(sentBefore + 1);
  },
);

test(
  'a page change while a save waits renews the approval request, and nothing is saved unseen',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage, playground }) => {
    const { panel } = startedChat;
    endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
    await panel.ask('Save it');
    await expect(panel.approval).toBeVisible();
    // Not by hand, which the lock prevents: by a script of the page.
    const before = await filterPage.readRestorableState();
    const state = { ...before, drafts: { openai: { ignore: ['*mini*', '*vision*'], whitelist: [] } } };
    await filterPage.page.evaluate(askFilterPage, { type: 'apply-state', body: { state, ifRevision: null } });
    await expect(filterPage.ignoreRule('*vision*')).toBeVisible();
    await expect(panel.approval).toContainText('The page changed since this approval was requested');
    await expect(panel.approval).toContainText('openai: ignore rule "*vision*"');
    await panel.refuse('That rule was not meant to be saved');
    await expect(panel.said('You refused.')).toBeVisible();
    await expect(panel.toolCards('save_changes')).toHaveAttribute('data-state', 'refused');
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    const told = endpoint.chats().at(-1)?.body.messages.at(-1)?.content;
    expect(told).toContain('"error_code":"rejected_by_user"');
    expect(told).toMatch(/rule_added \{.*"\*vision\*"/);
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*vision*']);
  },
);

test(
  'composer text typed on a page of an unknown kind is kept on a page with one',
  thorough({ tag }),
  async ({ steward, playground, openPanel, endpoint }) => {
    const page = await steward.context.newPage();
    await page.goto(`${playground.url}/v1/health`);
    await announcePageProtocol(page);
    const panel = await openPanel(page);
    await expect(panel.pageLine).toContainText('Steward can’t read this page yet.');
    await panel.connect(endpoint.baseUrl, endpoint.apiKey);
    await panel.message.fill('Hide the minis');
    await expect(panel.page.getByRole('button', { name: 'Send' })).toBeDisabled();

    await openFilterPage(page, playground.url, playground.apiKey);
    // The panel finds the page by itself, unless signing in there took longer than it retries: then a click is
    // needed.
    const tryAgain = panel.page.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 });
      await expect(panel.pageLine).toContainText('Model filter', { timeout: 2_000 });
    }).toPass();
    await expect(panel.message).toHaveValue('Hide the minis');
    await panel.page.getByRole('button', { name: 'Send' }).click();
    await expect(panel.said('Here I am.')).toBeVisible();
  },
);

test(
  'reports a page with a newer page protocol, with a remedy',
  thorough({ tag }),
  async ({ steward, startPage, openPanel, endpoint }) => {
    const { url } = await startPage({ version: 2 });
    const page = await steward.context.newPage();
    await page.goto(url);
    const panel = await openPanel(page);
    await expect(panel.pageLine).toContainText('This page speaks another version of the page protocol');
    await expect(panel.page.getByText('Update Steward or the page, whichever is older')).toBeVisible();
    await panel.connect(endpoint.baseUrl, endpoint.apiKey);
    await panel.message.fill('Hide the minis');
    await expect(panel.page.getByRole('button', { name: 'Send' })).toBeDisabled();
  },
);

test(
  'reports a page that answers garbage when the panel opens, and a click on Try again recovers',
  thorough({ tag }),
  async ({ steward, startPage, openPanel, endpoint }) => {
    const { url } = await startPage({ version: 1 });
    const page = await steward.context.newPage();
    await page.goto(url);
    await behave(page, 'garbled');
    const panel = await openPanel(page);
    await expect(panel.page.getByRole('main').getByText('something that is no answer')).toBeVisible();
    await behave(page, 'good');
    await panel.page.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.pageLine).toContainText('openai · 3 models');
    await panel.connectScripted(endpoint);
    await panel.ask('Are you there?');
    await expect(panel.said('Here I am.')).toBeVisible();
  },
);

/**
 * Ways in which a page fails to return its state; each time the message is refused before anything was sent.
 */
const UNUSABLE: { behaviour: PageBehaviour; title: string; message: string; remedy: string }[] = [
  {
    behaviour: 'garbled',
    title: 'a page that answers garbage',
    message: 'something that is no answer',
    remedy: 'Reload the page',
  },
  {
    behaviour: 'misshapen',
    title: 'a page with an invalid state',
    message: 'reported no state of a model filter',
    remedy: 'Reload the page',
  },
  {
    behaviour: 'late',
    title: 'a page that answers too late',
    message: 'The page did not answer within 10 s',
    remedy: 'Close any dialog that the page shows, or reload the page',
  },
];

for (const { behaviour, title, message, remedy } of UNUSABLE) {
  test(
    `${title}: the message stays in the composer, and is sent once the page has recovered`,
    thorough({ tag }),
    async ({ faultyPage, endpoint }) => {
      const { page, panel } = faultyPage;
      await behave(page, behaviour);
      await panel.send('Hide the minis');
      await expect(panel.alert).toContainText(message, { timeout: 15_000 });
      await expect(panel.alert).toContainText(remedy);
      await expect(panel.message).toHaveValue('Hide the minis');
      expect(endpoint.chats()).toHaveLength(1);
      await expect(panel.pageLine).not.toContainText('closed');

      await page.reload();
      endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says('Hidden.')));
      await panel.ask('Hide the minis');
      await expect(panel.said('Hidden.')).toBeVisible();
      await expect(panel.alert).toHaveCount(0);
      await expect(page.locator('#rules')).toContainText('*mini*');
      await expect(panel.said('Are you there?')).toHaveCount(1);
    },
  );
}

test(
  'a page that answers garbage during a run ends the run with an error, and Retry continues',
  thorough({ tag }),
  async ({ faultyPage, endpoint }) => {
    const { page, panel } = faultyPage;
    const { opened, open } = gate();
    endpoint.behave(
      inTurn(thinksUntil(opened, calls('add_ignore_rule', '{"pattern":"*mini*"}')), says('Hidden.')),
    );
    await panel.ask('Hide the minis');
    await behave(page, 'garbled');
    open();
    await expect(panel.alert).toContainText('something that is no answer');
    await expect(page.locator('#rules')).toBeEmpty();

    await behave(page, 'good');
    await panel.retry();
    await expect(panel.said('Hidden.')).toBeVisible();
    await expect(panel.alert).toHaveCount(0);
    await expect(page.locator('#rules')).toContainText('*mini*');
  },
);

test('only the first of a page’s two answers counts', thorough({ tag }), async ({ faultyPage, endpoint }) => {
  const { page, panel } = faultyPage;
  await behave(page, 'twice');
  endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says('Hidden.')));
  await panel.ask('Hide the minis');
  await expect(panel.said('Hidden.')).toBeVisible();
  await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'done');
  const asked = endpoint
    .chats()
    .at(-2)
    ?.body.messages.findLast(({ role }) => role === 'user')?.content;
  expect(asked).toContain('openai');
  await expect(panel.pageLine).toContainText('openai');
});
