import { calls, inTurn, respondsWith, says, thinksUntil } from '@/tests/fakes/chat-answers';
import type { OpenPanel } from './fixtures';
import { gate } from './gate';
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
  'a message sent while an answer streams waits, and is sent at the next boundary',
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
  },
);

test(
  'a message queued during the last answer starts the next run',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { chip, queue } = steps(panel);
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, says('All is well.')), says('You are welcome.')));
    await panel.ask('Is all well?');
    await queue('Thank you');
    await expect(chip).toContainText('Next: Thank you');
    open();
    await panel.answered('You are welcome.');
    await expect(chip).toHaveCount(0);
    await expect(panel.said('All is well.')).toHaveCount(1);
    await expect(panel.said('Thank you')).toHaveCount(1);
  },
);

test(
  'a queued message can be replaced, edited and withdrawn, by keyboard too',
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
  },
);

test(
  'stopping a run leaves the queued message to the user',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { chip, queue, button } = steps(panel);
    endpoint.behave(thinksUntil(new Promise(() => undefined), says('Never.')));
    await panel.ask('Is all well?');
    await queue('Thank you');
    await expect(chip).toContainText('Next: Thank you');
    await panel.message.press('Escape');
    await panel.finished();
    await expect(chip).toContainText('Not sent: Thank you');
    endpoint.behave(says('You are welcome.'));
    await button('Edit').click();
    await expect(panel.message).toHaveValue('Thank you');
    await panel.message.press('Control+Enter');
    await expect(panel.said('You are welcome.')).toBeVisible();
    await expect(panel.said('Thank you')).toHaveCount(1);
  },
);

test(
  'a run pauses after its step, stays paused over a closed panel, and resumes',
  thorough({ tag }),
  async ({ startedChat: { panel: first }, endpoint, filterPage, openPanel }) => {
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, HIDE_AUDIO), says('Audio is hidden.')));
    await first.ask('Hide the audio models');
    await first.holdRun('Pause');
    await expect(first.said('Pausing after this step…')).toBeVisible();
    open();
    await expect(first.said('Paused. Nothing is sent or changed meanwhile.')).toBeVisible();
    await first.close();

    const panel = await openPanel(filterPage.page);
    await expect(panel.said('Paused. Nothing is sent or changed meanwhile.')).toBeVisible();
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*']);
    // Nothing streams: Escape clears the composer, and the run continues.
    await panel.message.fill('Never mind');
    await panel.message.press('Escape');
    await expect(panel.message).toHaveValue('');
    await panel.conversation.getByRole('button', { name: 'Resume' }).click();
    await panel.answered('Audio is hidden.');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
  },
);

test(
  'a question of the assistant is answered by a choice, the next by free text',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { question, button } = steps(panel);
    const ask = (text: string) =>
      calls('ask_user', JSON.stringify({ question: text, choices: ['Only openai', 'All providers'] }));
    endpoint.behave(inTurn(ask('Hide them where?'), ask('And for whom?'), says('I see.')));
    await panel.ask('Hide the audio models');
    await expect(question).toContainText('Hide them where?');
    await expect(button('Send')).toBeVisible();

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
  },
);

test(
  'a wait shows its end, a message ends it, and a finished task shows its summary',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { queue } = steps(panel);
    endpoint.behave(
      inTurn(
        calls('wait', '{"reason":"the list is being loaded","for":"time","seconds":300}'),
        calls('finish_task', '{"summary":"Nothing had to be done."}'),
      ),
    );
    await panel.ask('Wait for the list');
    await expect(
      panel
        .said('the list is being loaded')
        .filter({ hasText: /^Waiting until \d\d:\d\d:\d\d, or for your message: / }),
    ).toBeVisible();
    await queue('It is there');
    await expect(panel.said('Waited: the list is being loaded')).toBeVisible();
    await panel.answered('Finished: Nothing had to be done.');
    await expect(panel.said('It is there')).toHaveCount(1);
  },
);

test(
  'a briefly unreachable endpoint is retried, and the user sees when',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    endpoint.behave(
      inTurn(
        respondsWith(503, 'application/json', '{"error":{"message":"Warming up."}}', { 'retry-after': '2' }),
        says('Warm now.'),
      ),
    );
    await panel.ask('Are you warm?');
    await expect(panel.said('Trying again in').filter({ hasText: /\d s \(2 of 3\)\.$/ })).toBeVisible();
    await expect(panel.said('Warm now.')).toBeVisible();
    await expect(panel.said('Trying again')).toHaveCount(0);
    await panel.finished();
  },
);

test(
  'a run waits for a page that is unreachable, and continues when it is back',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, filterPage, playground }) => {
    const { opened, open } = gate();
    endpoint.behave(inTurn(thinksUntil(opened, HIDE_AUDIO), says('The page is fresh.')));
    await panel.ask('Hide the audio models');
    // The model has been sent the page as it is before the reload.
    await expect.poll(() => JSON.stringify(endpoint.chats().at(-1)?.body)).toContain('Hide the audio models');
    await filterPage.page.goto(`${playground.url}/v1/health`);
    open();
    await expect(panel.said('Steward goes on when it is back.')).toBeVisible();
    await expect(panel.alert).toHaveCount(0);

    await filterPage.page.goto(playground.url);
    await filterPage.counts();
    await panel.answered('The page is fresh.');
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.said('Steward goes on')).toHaveCount(0);
    // The page isn't as the model saw it any more, so the call didn't run.
    await expect(panel.toolCards('add_ignore_rule')).toContainText(
      'The page had changed since the assistant last read it, so nothing was done.',
    );
  },
);
