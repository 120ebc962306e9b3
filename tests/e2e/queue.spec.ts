import { calls, inTurn, neverAnswers, respondsWith, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import type { OpenPanel } from './fixtures';
import { gate } from './gate';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

const HIDE_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');

/** The controls between conversation and composer. */
function steps(panel: OpenPanel) {
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  return {
    button,
    chip: panel.page.getByRole('group', { name: 'Queued message' }),
    question: panel.page.getByRole('region', { name: 'Question' }),
    /** Sends a message during a run, by key. */
    async queue(text: string) {
      await panel.message.fill(text);
      await panel.message.press('Control+Enter');
      await expect(panel.message).toHaveValue('');
    },
  };
}

/** The roles of the last request, and its last text. */
function lastSent(chats: readonly { body: { messages: { role: string; content: string | null }[] } }[]) {
  const messages = chats.at(-1)?.body.messages ?? [];
  return { roles: messages.slice(-2).map(({ role }) => role), text: messages.at(-1)?.content ?? '' };
}

test(
  'a message sent while an answer streams waits, is sent at the next boundary, and starts the next run after the last answer',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage }) => {
    const { chip, queue } = steps(panel);
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, HIDE_AUDIO), says('Audio is hidden, vision as you like.')));
    await panel.ask('Hide the audio models');
    await expect(panel.conversation.getByText('Thinking…')).toBeVisible();
    await queue('Leave vision alone');
    await expect(chip).toContainText('Next: Leave vision alone');
    await expect(panel.said('Leave vision alone')).toHaveCount(0);
    const sentBefore = endpoint.chats().length;

    open();
    await expect(panel.said('Audio is hidden, vision as you like.')).toBeVisible();
    await expect(panel.said('Leave vision alone')).toHaveCount(1);
    await expect(chip).toHaveCount(0);
    await panel.finished();
    // It was sent together with the call's result, not as a request of its own.
    expect(endpoint.chats()).toHaveLength(sentBefore + 1);
    expect(lastSent(endpoint.chats()).roles).toEqual(['tool', 'user']);
    expect(lastSent(endpoint.chats()).text).toContain('Leave vision alone');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);

    const last = gate();
    endpoint.behave(inTurn(thinksUntil(last.opened, says('All is well.')), says('You are welcome.')));
    await panel.ask('Is all well?');
    await queue('Thank you');
    await expect(chip).toContainText('Next: Thank you');
    last.open();
    await panel.answered('You are welcome.');
    await expect(chip).toHaveCount(0);
    await expect(panel.said('All is well.')).toHaveCount(1);
    await expect(panel.said('Thank you')).toHaveCount(1);
  },
);

test(
  'a queued message can be replaced, edited and withdrawn, by keyboard too; one that a stopped run did not send is given back',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { chip, queue, button } = steps(panel);
    const { opened, open } = gate();
    endpoint.behave(thinksUntil(opened, says('All is well.')));
    await panel.ask('Is all well?');
    await queue('First thought');
    await expect(chip).toContainText('Next: First thought');
    await panel.message.fill('Second thought\nwith a second line');
    await button('Queue').click();
    await expect(chip).toContainText('Next: Second thought');
    await expect(chip).not.toContainText('First thought');

    await button('Edit').focus();
    await panel.page.keyboard.press('Enter');
    await expect(chip).toHaveCount(0);
    await expect(panel.message).toHaveValue('Second thought\nwith a second line');
    await expect(panel.message).toBeFocused();
    await queue('Third thought');
    await expect(chip).toContainText('Next: Third thought');
    await button('Remove').click();
    await expect(chip).toHaveCount(0);

    const sentBefore = endpoint.chats().length;
    open();
    await panel.answered('All is well.');
    await expect(panel.said('thought')).toHaveCount(0);
    expect(endpoint.chats()).toHaveLength(sentBefore);

    endpoint.behave(neverAnswers);
    await panel.ask('And now?');
    await queue('Thank you');
    await expect(chip).toContainText('Next: Thank you');
    await panel.message.press('Escape');
    await panel.finished();
    await expect(chip).toContainText('Not sent: Thank you');
    endpoint.behave(says('Here I am.'));
    await panel.ask('Are you there still?');
    await panel.finished();
    await expect(panel.page.getByText('The message that was not sent')).toBeVisible();
    await button('Add to message').click();
    // The first one, which another had replaced, is given back with it.
    await expect(panel.message).toHaveValue('First thought\nThank you');
    await expect(panel.message).toBeFocused();
  },
);

test(
  'a question of the assistant is answered by a choice, the next by free text; Stop ends a run that waits for a third, and the next message isn’t taken as its answer',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { question, button } = steps(panel);
    const ask = (text: string) =>
      calls('ask_user', JSON.stringify({ question: text, choices: ['Only openai', 'All providers'] }));
    endpoint.behave(inTurn(ask('Hide them where?'), ask('And for whom?'), says('I see.')));
    await panel.ask('Hide the audio models');
    await expect(question).toContainText('Hide them where?');
    await expect(panel.message).toHaveAccessibleDescription('Your answer to: Hide them where?');
    for (const name of ['Send', 'Stop']) await expect(button(name)).toBeVisible();
    await attachLooks(panel.page, testInfo, 'question', [360, 280]);

    await button('Only openai').click();
    await expect(panel.said('Only openai')).toHaveCount(1);
    await expect(panel.message).toBeFocused();
    await expect(question.last()).toContainText('And for whom?');
    await expect(question.first().getByRole('button')).toHaveCount(0);
    expect(lastSent(endpoint.chats()).roles).toEqual(['tool', 'user']);

    await panel.message.fill('For everybody');
    await panel.message.press('Control+Enter');
    await panel.answered('I see.');
    await expect(question.getByRole('button')).toHaveCount(0);
    expect(lastSent(endpoint.chats()).text).toContain('For everybody');
    await expect(panel.alert).toHaveCount(0);

    endpoint.behave(inTurn(ask('Since when?'), says('Vision is still there.')));
    await panel.ask('Hide the vision models');
    await expect(question.last()).toContainText('Since when?');
    // Nothing streams, so Escape clears the text and doesn't stop the run.
    await panel.message.fill('Well');
    await panel.message.press('Escape');
    await expect(panel.message).toHaveValue('');
    await expect(question.last().getByRole('button')).toHaveCount(2);
    await panel.stop();
    await expect(panel.said('Stopped.')).toBeVisible();
    await expect(button('Stop')).toHaveCount(0);
    await expect(question.getByRole('button')).toHaveCount(0);
    await expect(panel.page.getByText('Your answer to:')).toHaveCount(0);
    await panel.converse('What about vision?', 'Vision is still there.');
    const runs = await readTable(panel.page, 'runs');
    expect(runs.map(({ status }) => (status as { outcome?: string }).outcome).sort()).toEqual([
      ...['completed', 'completed', 'completed', 'stopped'],
    ]);
  },
);

test(
  'an endpoint that fails twice is retried with the same request, and the user sees when',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    endpoint.behave(
      inTurn(
        respondsWith(503, 'application/json', '{"error":{"message":"Warming up."}}', { 'retry-after': '2' }),
        respondsWith(500, 'application/json', '{"error":{"message":"The engine is cold."}}'),
        says('Warm now.'),
      ),
    );
    await panel.ask('Are you warm?');
    await expect(panel.said('Trying again in').filter({ hasText: /\d s \(2 of 3\)\.$/ })).toBeVisible();
    await expect(panel.said('Trying again').filter({ hasText: '(3 of 3)' })).toBeVisible();
    await panel.answered('Warm now.');
    await expect(panel.said('Trying again')).toHaveCount(0);
    await expect(panel.alert).toHaveCount(0);
    const [first, ...rest] = endpoint
      .chats()
      .slice(-3)
      .map(({ body }) => body);
    expect(rest).toEqual([first, first]);
  },
);
