import { calls, fallsSilentAfter, inTurn, says } from '@/tests/fakes/chat-answers';
import { openSecondWindow } from './second-window';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@windows';

test(
  'two windows with the same page each have their own chat, which changes its own page',
  inBothBrowsers({ tag }),
  async ({ startedChat, endpoint, filterPage, steward, playground }) => {
    const before = (await filterPage.readState()).drafts;
    const second = await openSecondWindow(steward, playground);
    await expect(second.panel.pageLine).not.toContainText('another');
    await expect(second.panel.said('Here I am.')).toHaveCount(0);
    endpoint.behave(
      inTurn(calls('add_ignore_rule', '{"pattern":"*from-the-second*"}'), says('Second done.')),
    );

    await second.panel.ask('Ignore those');
    await expect(second.panel.said('Second done.')).toBeVisible();
    await second.panel.finished();

    expect((await second.filterPage.readState()).drafts.openai?.ignore).toContain('*from-the-second*');
    expect((await filterPage.readState()).drafts).toEqual(before);
    await expect(startedChat.panel.said('Second done.')).toHaveCount(0);

    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*from-the-first*"}'), says('First done.')));
    await startedChat.panel.ask('Ignore these');
    await expect(startedChat.panel.said('First done.')).toBeVisible();
    await startedChat.panel.finished();

    expect((await filterPage.readState()).drafts.openai?.ignore).toContain('*from-the-first*');
    expect((await second.filterPage.readState()).drafts.openai?.ignore).not.toContain('*from-the-first*');
    await second.release();
  },
);

test(
  'a chat about the other window’s page names that page, and sends nothing before the user confirms',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage, steward, playground }) => {
    endpoint.behave(fallsSilentAfter('Thinking'));
    await startedChat.panel.ask('A long question');
    const second = await openSecondWindow(steward, playground);
    const { panel } = second;
    await panel.page.getByRole('button', { name: '1 other chat is running' }).click();
    await panel.page.getByRole('list', { name: 'Other chats' }).getByRole('button').click();
    const notice = panel.page.getByRole('region', { name: 'Page in another window' });
    await expect(panel.pageLine).toContainText('in another window');
    await expect(notice).toContainText(`Model filter at ${new URL(playground.url).host}`);
    await panel.stop();
    await panel.finished();
    const sent = endpoint.chats().length;
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*confirmed*"}'), says('Done there.')));

    await panel.send('Ignore those');
    await expect(panel.alert).toContainText('nothing was sent');
    await expect(panel.message).toHaveValue('Ignore those');
    expect(endpoint.chats()).toHaveLength(sent);

    await notice.getByRole('button', { name: 'Work on it from here' }).click();
    await expect(notice).toBeHidden();
    await panel.ask('Ignore those');
    await expect(panel.said('Done there.')).toBeVisible();
    expect((await filterPage.readState()).drafts.openai?.ignore).toContain('*confirmed*');
    expect((await second.filterPage.readState()).drafts.openai?.ignore ?? []).not.toContain('*confirmed*');
    await second.release();
  },
);
