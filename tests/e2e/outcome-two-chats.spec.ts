import { chooseFromMenu } from '@/tests/drive/menu';
import { calls, says } from '@/tests/fakes/chat-answers';
import { expectAccessible } from './expect-accessible';
import {
  ADD_AUDIO_RESPONSE,
  CONCLUSION,
  expect,
  holdResponse,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  stopInTime,
  test,
} from './outcome-fixtures';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { thorough } from './thorough';

const FIRST_CHAT = 'Hide the audio models';
const ADD_VISION = calls('add_ignore_rule', '{"pattern":"*vision*"}');

test(
  'a second chat on one page waits for the first by name, continues by itself, gets the first one’s change reported with its name, and can be stopped while it waits',
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    endpoint.behave(says('First.'));
    await panel.converse(FIRST_CHAT, 'First.');
    const [chat] = await readTable(panel.page, 'chats');
    const chatId = String(chat?.id);
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('First.')).toHaveCount(0);
    endpoint.behave(says('Second.'));
    await panel.converse('Look at the page', 'Second.');

    const rest = [says('Audio is hidden.'), ADD_VISION, says(CONCLUSION)];
    const open = holdResponse(endpoint, ADD_AUDIO_RESPONSE, rest);
    await sendCommand(panel.page, { type: 'send-message', chatId, text: 'Do it now' });
    const sentBefore = endpoint.chats().length;
    await panel.ask('Hide vision');
    const banner = panel.page.getByRole('region', { name: 'Page in use' });
    await expect(banner).toContainText(`The chat “${FIRST_CHAT}” is working on this page.`);
    await expect(panel.pageLine).toContainText('in use by another chat');
    await expectAccessible(panel.page, 'page in use by another chat');
    expect(await ignoreRules(filterPage)).toEqual([]);
    expect(endpoint.chats().length).toBeLessThanOrEqual(sentBefore + 1);

    open();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 20_000 });
    await panel.finished();
    expect(await ignoreRules(filterPage)).toEqual(['*audio*', '*vision*']);
    expect(scenario.results()).toMatchObject([{ success: true }]);
    expect(reportedChanges(endpoint, -2)).toEqual([{ pattern: '*audio*', by: `the chat “${FIRST_CHAT}”` }]);

    const openAgain = holdResponse(endpoint, calls('add_ignore_rule', '{"pattern":"*tts*"}'), [
      says('Done.'),
    ]);
    await sendCommand(panel.page, { type: 'send-message', chatId, text: 'And speech' });
    await panel.ask('Hide search');
    await expect(banner).toContainText(`The chat “${FIRST_CHAT}” is working on this page.`);
    await stopInTime(panel);
    openAgain();
    await expect.poll(() => ignoreRules(filterPage)).toEqual(['*audio*', '*vision*', '*tts*']);
  },
);
