import { openFilterPage } from '@/tests/drive/filter-page';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { behave, type PageBehaviour } from '@/tests/fakes/faulty-page';
import { connectByCommand } from './connect-by-command';
import { findPage } from './find-page';
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
  'a run finds its reloaded page by itself, runs no call on a page that the model hasn’t seen, and waits for a tab that is elsewhere',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage, playground }) => {
    const { panel } = startedChat;
    const elsewhere = `${playground.url}/v1/health`;
    const thinks = (answer: string) => {
      const { opened, open } = gate();
      endpoint.behave(inTurn(thinksUntil(opened, ADD_AUDIO), says(answer)));
      return open;
    };
    const beforeReload = thinks('The page is fresh.');
    await panel.ask('Hide the audio models');
    // The model has been sent the page as it is before the reload.
    await expect.poll(() => JSON.stringify(endpoint.chats().at(-1)?.body)).toContain('Hide the audio models');
    await filterPage.page.reload();
    await filterPage.counts();
    beforeReload();
    await panel.answered('The page is fresh.');
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.toolCards('add_ignore_rule')).toContainText(
      'The page had changed since the assistant last read it, so nothing was done.',
    );
    await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'failed');
    expect((await filterPage.readState()).drafts).toEqual({});

    const beforeLeaving = thinks('The page is back.');
    await panel.ask('Hide them now');
    const sentBefore = endpoint.chats().length;
    await filterPage.page.goto(elsewhere);
    beforeLeaving();
    await expect(panel.said(PAGE_AWAY)).toBeVisible();
    await filterPage.page.goto(playground.url);
    await filterPage.counts();
    await panel.answered('The page is back.');
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.said(PAGE_AWAY)).toHaveCount(0);
    expect(endpoint.chats()).toHaveLength(sentBefore + 1);

    const beforeStop = thinks('Never.');
    await panel.ask('And once more');
    await filterPage.page.goto(elsewhere);
    beforeStop();
    await expect(panel.said(PAGE_AWAY)).toBeVisible();
    await panel.stop();
    await expect(panel.said('Stopped.')).toBeVisible();
  },
);

test(
  'composer text typed on a page with another version of the page protocol, or on one that isn’t ready, is kept on a page with one',
  thorough({ tag }),
  async ({ steward, startPage, playground, openPanel, endpoint }) => {
    const page = await steward.context.newPage();
    await page.goto((await startPage({ version: 2 })).url);
    const panel = await openPanel(page);
    const send = panel.page.getByRole('button', { name: 'Send' });
    await expect(panel.pageLine).toContainText('This page speaks another version of the page protocol');
    await expect(panel.page.getByText('Update Steward or the page, whichever is older')).toBeVisible();
    await panel.connect(endpoint.baseUrl, endpoint.apiKey);
    await panel.message.fill('Hide the minis');
    await expect(send).toBeDisabled();

    // For example, a page on which the user isn't signed in.
    await page.goto(`${playground.url}/v1/health`);
    await page.evaluate(() => {
      const meta = document.createElement('meta');
      Object.assign(meta, { name: 'steward-page-protocol', content: '1' });
      document.head.append(meta);
    });
    await findPage(panel, 'Steward can’t read this page yet.');
    await expect(
      panel.page.getByText('If the page asks you to sign in, sign in first. Then try again.'),
    ).toBeVisible();
    await expect(send).toBeDisabled();

    await openFilterPage(page, playground.url, playground.apiKey);
    await findPage(panel, 'Model filter');
    await expect(panel.message).toHaveValue('Hide the minis');
    await send.click();
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

test(
  'a page that answers unusably: the message stays in the composer, and is sent once the page has recovered',
  thorough({ tag }),
  async ({ faultyPage: { page, panel }, endpoint }) => {
    test.slow();
    for (const { behaviour, title, message, remedy } of UNUSABLE) {
      await test.step(title, async () => {
        const sentBefore = endpoint.chats().length;
        await behave(page, behaviour);
        await panel.send(`Hide the minis of ${title}`);
        await expect(panel.alert).toContainText(message, { timeout: 15_000 });
        await expect(panel.alert).toContainText(remedy);
        await expect(panel.message).toHaveValue(`Hide the minis of ${title}`);
        expect(endpoint.chats()).toHaveLength(sentBefore);
        await expect(panel.pageLine).not.toContainText('closed');

        await page.reload();
        endpoint.behave(
          inTurn(calls('add_ignore_rule', '{"pattern":"*mini*"}'), says(`Hidden on ${title}.`)),
        );
        await panel.ask(`Hide the minis of ${title}`);
        await panel.answered(`Hidden on ${title}.`);
        await expect(panel.alert).toHaveCount(0);
        await expect(page.locator('#rules')).toContainText('*mini*');
        await expect(panel.said('Are you there?')).toHaveCount(1);
      });
    }
  },
);

test(
  'a page that answers garbage when the panel opens, or during a run, is reported, and a click goes on; of two answers the first counts',
  thorough({ tag }),
  async ({ steward, startPage, openPanel, endpoint }) => {
    const page = await steward.context.newPage();
    await page.goto((await startPage({ version: 1 })).url);
    await behave(page, 'garbled');
    const panel = await openPanel(page);
    await expect(panel.page.getByRole('main').getByText('something that is no answer')).toBeVisible();
    await behave(page, 'good');
    await panel.page.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.pageLine).toContainText('openai · 3 models');

    await connectByCommand(panel, endpoint);
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
    await panel.answered('Hidden.');
    await expect(panel.alert).toHaveCount(0);
    await expect(page.locator('#rules')).toContainText('*mini*');

    await behave(page, 'twice');
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('Hidden, too.')));
    await panel.converse('Hide audio, too', 'Hidden, too.');
    await expect(panel.toolCards('add_ignore_rule').last()).toHaveAttribute('data-state', 'done');
    await expect(page.locator('#rules')).toContainText('*audio*');
    await expect(panel.pageLine).toContainText('openai');
  },
);
