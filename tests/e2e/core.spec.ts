import type { FilterPage } from '@/tests/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, calls, inTurn, says } from '@/tests/fakes/chat-answers';
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
  'a rollback offers to keep the user’s later changes, and keeps them; the next message reports them with their time',
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

    // A change between two messages is reported with its own time, not with that of the message that reports it.
    const isSeen = async () => JSON.stringify(await readTable(panel.page, 'pageSteps')).includes('*search*');
    const earliestMs = Date.now();
    await filterPage.addIgnoreRule('*search*');
    await expect.poll(isSeen).toBe(true);
    const latestMs = Date.now();
    endpoint.behave(says('A rule was added.'));
    await panel.converse('What happened?', 'A rule was added.');
    const [, time = ''] = /^(\S+) rule_added .*"\*search\*"/m.exec(lastUserText(endpoint)) ?? [];
    expect(Date.parse(time)).toBeGreaterThanOrEqual(earliestMs);
    expect(Date.parse(time)).toBeLessThanOrEqual(latestMs);
  },
);

test(
  'undoes one answer in the middle, and keeps all changes before and after it; one that can’t be undone alone names the later change that blocks it',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(
        remove('*mini*'),
        says('Done: show minis'),
        add('*audio*'),
        says('Done: hide audio'),
        add('*vision*'),
        says('Done: hide vision'),
        add('*turbo*'),
        says('Done: hide turbo'),
      ),
    );
    await askInTurn(startedChat, 'show minis', 'hide audio', 'hide vision', 'hide turbo');

    await chooseUndo(startedChat, 'Before: hide vision');
    await expect(panel.checkpoints).toContainText('Will undo 1 change on the page. All messages stay.');
    await panel.checkpoints.getByRole('button', { name: 'Undo the change', exact: true }).click();
    await expect(panel.checkpoints).toBeHidden();
    expect(await rulesOf(filterPage)).toEqual(['*audio*', '*turbo*']);
    for (const word of ['audio', 'vision', 'turbo']) {
      await expect(panel.said(`Done: hide ${word}`)).toHaveCount(1);
    }

    await chooseUndo(startedChat, 'Before: show minis');
    await expect(panel.checkpoints).toContainText(
      'This can’t be undone on its own: later changes affect the same place.',
    );
    await expect(panel.checkpoints.getByRole('listitem').first()).toContainText(
      /^Hide \*audio\* · \d\d:\d\d:\d\d/,
    );
    await expect(
      panel.checkpoints.getByRole('button', { name: 'Undo the change', exact: true }),
    ).toBeDisabled();
    expect(await rulesOf(filterPage)).toEqual(['*audio*', '*turbo*']);
    await panel.checkpoints.getByRole('button', { name: 'Roll back to here…' }).click();
    await panel.rollBack();
    expect(await rulesOf(filterPage)).toEqual(['*mini*']);
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
