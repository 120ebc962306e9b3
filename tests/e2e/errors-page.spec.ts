import { askFilterPage } from '@/scripts/drive/ask-filter-page';
import { openFilterPage } from '@/scripts/drive/filter-page';
import { behave, type PageManner } from '@/tests/fakes/awkward-page';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { gate } from './gate';
import { expect, test } from './quiet-test';

const tag = '@errors';

/** What the panel says while a run waits for its page. */
const PAGE_AWAY = 'The page is closed or being loaded. Steward goes on when it is back.';

const ADD_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');

test('a page closed during a run is waited for; opened again, the run goes on and the model is told', {
  tag,
}, async ({ talk, endpoint, filterPage, playground, steward }) => {
  const { panel } = talk;
  const { opened, open } = gate();
  endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says('The page is fresh.')));
  await panel.ask('Hide the audio models');
  await panel.message.fill('And then save');
  // The window needs another tab, or it would close with its last one.
  const page = await steward.context.newPage();
  await filterPage.page.close();
  open();
  await expect(panel.said(PAGE_AWAY)).toBeVisible();
  await expect(panel.alert).toHaveCount(0);
  await expect(panel.pageLine).toContainText('The page of this chat is closed.');
  await expect(panel.said('Are you there?')).toBeVisible();
  await expect(panel.message).toHaveValue('And then save');

  const again = await openFilterPage(page, playground.url, playground.apiKey);
  await again.page.bringToFront();
  await panel.pageLine.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.pageLine).toContainText('Model filter');
  await expect(panel.said('The page is fresh.')).toBeVisible();
  await expect(panel.said(PAGE_AWAY)).toHaveCount(0);
  // The rule that was added by hand went with the page: what the model saw is no longer there.
  await expect(panel.toolCards('add_ignore_rule')).toContainText(
    'The page was changed by a reload of the page since you saw it',
  );
  expect((await again.readState()).drafts).toEqual({});
});

test('a page reloaded during a run is found again by itself, and no call runs on a page nobody saw', {
  tag,
}, async ({ talk, endpoint, filterPage }) => {
  const { panel } = talk;
  const { opened, open } = gate();
  endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says('The page is fresh.')));
  await panel.ask('Hide the audio models');
  await filterPage.page.reload();
  await filterPage.counts();
  open();
  await expect(panel.said('The page is fresh.')).toBeVisible();
  await panel.finished();
  await expect(panel.alert).toHaveCount(0);
  await expect(panel.toolCards('add_ignore_rule')).toContainText(
    'The page was changed by a reload of the page since you saw it',
  );
  await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'failed');
  expect((await filterPage.readState()).drafts).toEqual({});
  await expect(panel.pageLine).toContainText('Model filter');
});

test('a tab that went elsewhere during a run is left alone; back on the page, the run goes on', {
  tag,
}, async ({ talk, endpoint, filterPage, playground }) => {
  const { panel } = talk;
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
});

test('a page that changes while a save waits for approval is asked about anew, and never saved unseen', {
  tag,
}, async ({ talk, endpoint, filterPage, playground }) => {
  const { panel } = talk;
  endpoint.behave(inTurn(calls('save_changes', '{}'), says('You refused.')));
  await panel.ask('Save it');
  await expect(panel.approval).toBeVisible();
  // Not by hand, which the lock forbids: a script of the page's own.
  const before = await filterPage.readRestorableState();
  const state = { ...before, drafts: { openai: { ignore: ['*mini*', '*vision*'], whitelist: [] } } };
  await filterPage.page.evaluate(askFilterPage, { type: 'apply-state', body: { state, ifRevision: null } });
  await expect(filterPage.ignoreRule('*vision*')).toBeVisible();
  await expect(panel.approval).toContainText('The page changed since this approval was requested');
  await expect(panel.approval).toContainText('openai: ignore rule "*vision*"');
  await panel.refuse('That rule was not meant to be saved');
  await expect(panel.said('You refused.')).toBeVisible();
  await expect(panel.toolCards('save_changes')).toHaveAttribute('data-state', 'failed');
  expect(await playground.readEnvFile()).toBe(ENV_FILE);
  const told = endpoint.chats().at(-1)?.body.messages.at(-1)?.content;
  expect(told).toContain('"error_code":"rejected_by_user"');
  expect(told).toMatch(/rule_added \{.*"\*vision\*"/);
  expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*vision*']);
});

test('what was typed beside a page without adapter is still there on one that Steward knows', {
  tag,
}, async ({ steward, playground, openPanel, endpoint }) => {
  const page = await steward.context.newPage();
  await page.goto(`${playground.url}/v1/health`);
  const panel = await openPanel(page);
  await expect(panel.pageLine).toContainText('Steward does not support this page.');
  await panel.message.fill('Hide the minis');
  await expect(panel.page.getByRole('button', { name: 'Send' })).toBeDisabled();

  await openFilterPage(page, playground.url, playground.apiKey);
  // The panel finds the page by itself, unless signing in there took longer than it looks: then it is asked to.
  const tryAgain = panel.page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 500 });
    await expect(panel.pageLine).toContainText('Model filter', { timeout: 2_000 });
  }).toPass();
  await expect(panel.message).toHaveValue('Hide the minis');
  await panel.connect(endpoint.baseUrl, endpoint.apiKey);
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.page.getByRole('button', { name: 'Send' }).click();
  await expect(panel.said('Here I am.')).toBeVisible();
});

test('a page that speaks a newer page protocol is said to be so, with what to do', { tag }, async ({
  steward,
  startPage,
  openPanel,
}) => {
  const { url } = await startPage({ version: 2 });
  const page = await steward.context.newPage();
  await page.goto(url);
  const panel = await openPanel(page);
  await expect(panel.pageLine).toContainText('This page speaks another version of the page protocol');
  await expect(panel.page.getByText('Update Steward or the page, whichever is older')).toBeVisible();
  await panel.message.fill('Hide the minis');
  await expect(panel.page.getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('a page that answers garbage when the panel opens is said to do so, and Try again finds it well', {
  tag,
}, async ({ steward, startPage, openPanel, endpoint }) => {
  const { url } = await startPage({ version: 1 });
  const page = await steward.context.newPage();
  await page.goto(url);
  await behave(page, 'garbled');
  const panel = await openPanel(page);
  await expect(panel.page.getByText('something that is no answer')).toBeVisible();
  await behave(page, 'good');
  await panel.page.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.pageLine).toContainText('Model filter · openai, 3 models');
  await panel.connect(endpoint.baseUrl, endpoint.apiKey);
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.ask('Are you there?');
  await expect(panel.said('Here I am.')).toBeVisible();
});

/** What a page may do instead of giving its state; each time the message is refused before anything was sent. */
const UNUSABLE: { manner: PageManner; title: string; message: string; remedy: string }[] = [
  {
    manner: 'garbled',
    title: 'a page that answers garbage',
    message: 'something that is no answer',
    remedy: 'Reload the page',
  },
  {
    manner: 'misshapen',
    title: 'a page whose state is none',
    message: 'reported no state of a model filter',
    remedy: 'Reload the page',
  },
  {
    manner: 'late',
    title: 'a page that answers too late',
    message: 'The page did not answer within 10 s',
    remedy: 'Close any dialog that the page shows, or reload the page',
  },
];

for (const { manner, title, message, remedy } of UNUSABLE) {
  test(`${title}: the message stays in the composer, and is sent once the page is well`, { tag }, async ({
    awkward,
    endpoint,
  }) => {
    const { page, panel } = awkward;
    await behave(page, manner);
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
  });
}

test('a page that turns to garbage during a run ends the run with an error, and Retry goes on', {
  tag,
}, async ({ awkward, endpoint }) => {
  const { page, panel } = awkward;
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
});

test('a page that answers twice is taken at its first word', { tag }, async ({ awkward, endpoint }) => {
  const { page, panel } = awkward;
  await behave(page, 'twice');
  endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says('Hidden.')));
  await panel.ask('Hide the minis');
  await expect(panel.said('Hidden.')).toBeVisible();
  await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'succeeded');
  const asked = endpoint
    .chats()
    .at(-2)
    ?.body.messages.findLast(({ role }) => role === 'user')?.content;
  expect(asked).toContain('openai');
  await expect(panel.pageLine).toContainText('openai');
});
