import { calls, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

test(
  'a response’s calls are one line each, with the models that they hid and the attempt that failed before',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }, testInfo) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(
        calls('get_models_matching_pattern', '{"pattern":"audio"}'),
        calls('get_models_matching_pattern', '{"pattern":"*audio*"}'),
        callsAll(
          ['add_ignore_rule', '{"pattern":"*audio*"}'],
          ['add_ignore_rules', '{"pattern":"*vision*"}'],
        ),
        says('Done: the audio models are hidden.'),
      ),
    );
    await panel.converse('Hide the audio models', 'Done: the audio models are hidden.');

    const found = panel.toolCards('get_models_matching_pattern');
    await expect(found).toHaveCount(1);
    await expect(found).toHaveAttribute('data-state', 'done');
    await found.locator('summary').first().click();
    await found.getByText('1 earlier attempt').click();
    await expect(found.first().locator('[data-state=nothing-to-do]')).toContainText(
      'No model of openai matches "audio"',
    );
    await found.first().locator('summary').first().click();

    const group = panel.conversation.locator('.tool-list');
    await expect(group.locator('.tool-line')).toHaveCount(2);
    const refused = panel.toolCards('add_ignore_rules');
    await expect(refused).toHaveAttribute('data-state', 'failed');
    await expect(refused).toContainText('There is no such tool, so the call was not run.');
    const told = endpoint.chats().at(-1)?.body.messages.at(-1)?.content;
    expect(told).toContain('Did you mean \\"add_ignore_rule\\"?');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
    const added = panel.toolCards('add_ignore_rule');
    const line = added.locator('.tool-line').first();
    await expect(line).toHaveText(/^Done: Hide \*audio\* \d+ models? hidden$/);
    await line.click();
    await expect(added.locator('.result-view .data').first()).toContainText('audio');
    await expect(
      panel.conversation.getByRole('button', { name: 'Undo the change of this answer' }),
    ).toBeVisible();
    await attachLooks(panel.page, testInfo, 'tool-cards', [280]);
    await line.click();
    await expect(added.locator('.result-view').first()).toBeHidden();
  },
);
