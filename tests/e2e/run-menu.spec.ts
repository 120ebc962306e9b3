import type { Page } from '@playwright/test';
import { chooseNextRequest } from '@/tests/drive/menu';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { gate } from './gate';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

const HIDE_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');
const HIDE_VISION = calls('add_ignore_rule', '{"pattern":"*vision*"}');

function menuOf(page: Page) {
  return {
    button: page.getByRole('button', { name: 'More ways to stop' }),
    menu: page.getByRole('menu', { name: 'More ways to stop' }),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    queued: page.getByRole('group', { name: 'Next step' }),
  };
}

test(
  'the ways to stop are reached by keyboard; a run that shall wait for the user does so before its next request, and goes on with a message',
  {
    tag,
  },
  async ({ startedChat: { panel }, endpoint, filterPage }, testInfo) => {
    const { page } = panel;
    const { button, menu, item, queued } = menuOf(page);
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, HIDE_AUDIO), says('Audio is hidden, as you said.')));
    await panel.ask('Hide the audio models');

    await panel.message.press('Control+.');
    await expect(item('Stop now')).toBeFocused();
    await attachLooks(page, testInfo, 'run-menu', [280, 250]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(panel.message).toBeFocused();
    // Escape closed the menu only.
    await expect(panel.page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();

    await button.focus();
    await page.keyboard.press('Enter');
    await expect(item('Stop now')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(item('Finish after this step')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await chooseNextRequest(page, 'Wait for me');
    await expect(queued).toContainText('After this step: Steward waits for you.');
    await attachLooks(page, testInfo, 'queued-status', [280, 250]);

    const sentBefore = endpoint.chats().length;
    open();
    await expect(panel.said('Waiting for you before the next request.')).toBeVisible();
    await expect(queued).toHaveCount(0);
    expect(endpoint.chats()).toHaveLength(sentBefore);
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);

    await panel.message.fill('Go on');
    await panel.message.press('Control+Enter');
    await panel.answered('Audio is hidden, as you said.');
    expect(endpoint.chats()).toHaveLength(sentBefore + 1);
  },
);

test(
  'a task ends after its step unless that is cancelled, a run that waits ends at once, and one that finishes after its step keeps the answer that was being written',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage }) => {
    const { queued } = menuOf(panel.page);
    const first = gate();
    const second = gate();
    endpoint.behave(
      inTurn(
        thinksUntil(first.opened, HIDE_AUDIO),
        thinksUntil(second.opened, calls('ask_user', '{"question":"And now?","choices":[]}')),
        says('Never.'),
      ),
    );
    await panel.ask('Hide the audio models');
    await chooseNextRequest(panel.page, 'End the task');
    await expect(queued).toContainText('After this step: the task ends.');
    await queued.getByRole('button', { name: 'Cancel' }).click();
    await expect(queued).toHaveCount(0);
    await expect(panel.message).toBeFocused();
    first.open();
    await expect(panel.toolCards('add_ignore_rule')).toBeVisible();

    second.open();
    await expect(panel.page.getByRole('region', { name: 'Question' })).toContainText('And now?');
    await chooseNextRequest(panel.page, 'End the task');
    // A question has the button Send beside it: the run has ended once Stop is gone.
    await expect(panel.page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
    await expect(panel.said('Never.')).toHaveCount(0);
    await expect(panel.alert).toHaveCount(0);

    const third = gate();
    endpoint.behave(inTurn(thinksUntil(third.opened, HIDE_VISION), says('Never.')));
    await panel.ask('Hide the vision models');
    await panel.holdRun('Finish after this step');
    await expect(panel.said('Stopping after this step…')).toBeVisible();
    third.open();
    await panel.finished();
    await expect(panel.said('Stopped.').last()).toBeVisible();
    await expect(panel.toolCards('add_ignore_rule')).toHaveCount(2);
    await expect(panel.said('Never.')).toHaveCount(0);
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
  },
);
