import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import type { FilterPage } from '@/tests/drive/filter-page';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, calls, callsAll, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { gate } from './gate';
import { readTable } from './read-table';
import { expect, type StartedChat, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@core';

const add = (pattern: string): ChatAnswer => calls('add_ignore_rule', JSON.stringify({ pattern }));
const remove = (pattern: string): ChatAnswer => calls('remove_ignore_rule', JSON.stringify({ pattern }));

/** The ignore rules on the page; `*mini*` was there before the first message. */
const rulesOf = async (filterPage: FilterPage) => (await filterPage.readState()).drafts.openai?.ignore;

/** The user's last message, as it was sent. */
function lastUserText(endpoint: ChangingEndpoint): string {
  const { messages } = endpoint.chats().at(-1)?.body ?? { messages: [] };
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** Sends one message after the other, each with a run of its own. */
async function askInTurn({ panel }: StartedChat, ...words: string[]): Promise<void> {
  for (const text of words) {
    await panel.converse(text, `Done: ${text}`);
  }
}

/** Opens the checkpoints at a row, to undo only that answer's changes. */
async function chooseUndo({ panel }: StartedChat, name: string): Promise<void> {
  await panel.openCheckpoints();
  await panel.chooseCheckpoint(name);
  await panel.checkpoints.getByRole('button', { name: 'Undo only this…' }).click();
}

test(
  'a rollback offers to keep the user’s later changes, and keeps them',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(inTurn(add('*audio*'), says('Done: hide audio')));
    await askInTurn(startedChat, 'hide audio');
    await filterPage.addIgnoreRule('*vision*');
    await expect(filterPage.ignoreRule('*vision*')).toBeVisible();
    const changed = await filterPage.readRestorableState();

    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before: hide audio');
    await expect(panel.checkpoints).toContainText('Changed by you since the assistant last saw the page:');
    const keep = panel.checkpoints.getByRole('radio', { name: 'Keep these changes' });
    await expect(keep).toBeChecked();
    await expect(panel.checkpoints).toContainText('Will undo 1 change on the page');
    await panel.rollBack();
    expect(await rulesOf(filterPage)).toEqual(['*mini*', '*vision*']);
    await expect(panel.said('Done: hide audio')).toHaveCount(0);

    // Undoing it shows no choice: that state contains the kept changes as well.
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before rollback');
    await expect(panel.checkpoints).not.toContainText('Changed by hand');
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(changed);
    expect(await rulesOf(filterPage)).toEqual(['*mini*', '*audio*', '*vision*']);
    await expect(panel.said('Done: hide audio')).toHaveCount(1);

    // The user's changes are discarded only by the user's choice.
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Chat start');
    await panel.checkpoints.getByRole('radio', { name: 'Roll back these changes too' }).check();
    await panel.rollBack();
    expect((await filterPage.readState()).drafts).toEqual({});
  },
);

test(
  'undoes one answer in the middle, and keeps all changes before and after it',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(
        add('*audio*'),
        says('Done: hide audio'),
        add('*vision*'),
        says('Done: hide vision'),
        add('*turbo*'),
        says('Done: hide turbo'),
      ),
    );
    await askInTurn(startedChat, 'hide audio', 'hide vision', 'hide turbo');

    await chooseUndo(startedChat, 'Before: hide vision');
    await expect(panel.checkpoints).toContainText('Will undo 1 change on the page. All messages stay.');
    await panel.checkpoints.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(panel.checkpoints).toBeHidden();
    expect(await rulesOf(filterPage)).toEqual(['*mini*', '*audio*', '*turbo*']);
    for (const word of ['audio', 'vision', 'turbo']) {
      await expect(panel.said(`Done: hide ${word}`)).toHaveCount(1);
    }
  },
);

test(
  'an answer that can’t be undone alone names the later change that blocks it',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(remove('*mini*'), says('Done: show minis'), add('*audio*'), says('Done: hide audio')),
    );
    await askInTurn(startedChat, 'show minis', 'hide audio');

    await chooseUndo(startedChat, 'Before: show minis');
    await expect(panel.checkpoints).toContainText(
      'This can’t be undone on its own: later changes affect the same place.',
    );
    await expect(panel.checkpoints.getByRole('listitem')).toContainText(/^Hide \*audio\* · \d\d:\d\d:\d\d/);
    await expect(panel.checkpoints.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    expect(await rulesOf(filterPage)).toEqual(['*audio*']);

    await panel.checkpoints.getByRole('button', { name: 'Roll back to here…' }).click();
    await panel.rollBack();
    expect(await rulesOf(filterPage)).toEqual(['*mini*']);
  },
);

test(
  'the answer to ask_user is sent with all results of its response, and the run continues',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    const question = { question: 'Hide the audio or the vision models?', choices: ['Audio', 'Vision'] };
    endpoint.behave(
      inTurn(
        callsAll(
          ['get_models_matching_pattern', '{"pattern":"*audio*"}'],
          ['ask_user', JSON.stringify(question)],
          ['get_models_matching_pattern', '{"pattern":"*vision*"}'],
        ),
        add('*vision*'),
        says('Vision is hidden.'),
      ),
    );
    await panel.ask('Hide some models');
    const card = panel.page.getByRole('region', { name: 'Question' });
    await expect(card).toContainText(question.question);
    const sentBefore = endpoint.chats().length;
    await card.getByRole('button', { name: 'Vision' }).click();
    await panel.answered('Vision is hidden.');

    const sent = endpoint.chats()[sentBefore]?.body.messages.slice(-5) ?? [];
    expect(sent.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'tool', 'user']);
    expect(sent[2]?.content).toContain('The question was put to the user. Their answer follows.');
    expect(sent[4]?.content).toContain('Vision');
    expect(await rulesOf(filterPage)).toEqual(['*mini*', '*vision*']);
  },
);

test(
  'a change by another admin between two messages is reported with its time',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    const isSeen = async () => JSON.stringify(await readTable(panel.page, 'pageSteps')).includes('*vision*');
    const earliestMs = Date.now();
    await filterPage.addIgnoreRule('*vision*');
    await expect.poll(isSeen).toBe(true);
    const latestMs = Date.now();

    await panel.ask('What happened?');
    await expect(panel.said('Here I am.')).toHaveCount(2);
    const [, time = ''] = /^(\S+) rule_added .*"\*vision\*"/m.exec(lastUserText(endpoint)) ?? [];
    // The time of the change, not that of the message that reports it.
    expect(Date.parse(time)).toBeGreaterThanOrEqual(earliestMs);
    expect(Date.parse(time)).toBeLessThanOrEqual(latestMs);
  },
);

test(
  'a message sent before anything is connected is answered once a connection works',
  thorough({ tag }),
  async ({ filterPage, openPanel, endpoint }) => {
    const panel = await openPanel(filterPage.page);
    await expect(panel.page.getByLabel('Address', { exact: true })).toBeFocused();
    await expect(panel.message).toBeHidden();
    // The message field is hidden, so the test sets its text, as if the user had typed it before the form was shown.
    await panel.page.locator('#composer-message').evaluate((field: HTMLTextAreaElement) => {
      field.value = 'Are you there?';
      field.dispatchEvent(new Event('input'));
    });
    await panel.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(panel.message).toHaveValue('');
    // The page may change while the message waits: the request contains the page as it is then.
    await filterPage.addIgnoreRule('*vision*');
    await expect(panel.page.getByText('Your message waits for a connection.')).toBeVisible();
    expect(endpoint.chats()).toEqual([]);
    await panel.connect(endpoint.baseUrl, endpoint.apiKey);

    await panel.answered('Here I am.');
    await expect(panel.said('Are you there?')).toHaveCount(1);
    await expect(panel.said('Choose a model')).toHaveCount(0);
    expect(endpoint.chats()).toHaveLength(1);
    expect(lastUserText(endpoint)).toContain('*vision*');
  },
);

test(
  'a run whose connection is deleted waits for another one, and continues with it',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    const sheet = createConnectionSheet(panel.page);
    const other = await startChangingEndpoint(says('Here is another.'));
    try {
      const { opened, open } = gate();
      endpoint.behave(thinksUntil(opened, add('*audio*')));
      await panel.ask('Hide the audio models');
      await sheet.open();
      await sheet.add();
      await sheet.enter({ baseUrl: other.baseUrl, apiKey: other.apiKey, name: 'Other' });
      await sheet.save();
      const used = new URL(endpoint.baseUrl).host;
      await sheet.open();
      await sheet.remove(used);
      await sheet.close();
      open();
      await expect(panel.said('Choose a model, then Steward goes on.')).toBeVisible();
      await expect(panel.alert).toHaveCount(0);
      expect(await rulesOf(filterPage)).toEqual(['*mini*', '*audio*']);

      await panel.chooseModel(SCRIPTED_MODEL_ID);
      await panel.answered('Here is another.');
      expect(other.chats()).toHaveLength(1);
      expect(await rulesOf(filterPage)).toEqual(['*mini*', '*audio*']);
    } finally {
      await other.close();
    }
  },
);
