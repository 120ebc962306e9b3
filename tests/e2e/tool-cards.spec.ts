import { calls, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';

const tag = '@panel';

test(
  'a response’s calls are one group, with the models that they hid and the attempt that failed before',
  {
    tag,
  },
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
    await expect(found.first().locator('[data-state=failed]')).toContainText(
      'No model of openai matches "audio"',
    );
    await found.first().locator('summary').first().click();

    const group = panel.conversation.locator('.tool-group');
    await expect(group.getByText('2 calls: 1 done, 1 failed')).toBeVisible();
    const hidden = (await filterPage.counts()).hidden;
    const added = panel.toolCards('add_ignore_rule');
    const line = added.getByText(/^\d+ models? hidden$/);
    await expect(line).toBeVisible();
    await line.click();
    await expect(added.locator('.result-view .data').first()).toContainText('audio');
    expect(hidden).toBeGreaterThan(0);
    await panel.page.setViewportSize({ width: 280, height: 640 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await panel.page.emulateMedia({ colorScheme });
      await attachScreenshot(panel.page, testInfo, `tool-cards-280-${colorScheme}`);
    }
    await group.getByText('2 calls: 1 done, 1 failed').click();
    await expect(added).toHaveCount(0);
  },
);
