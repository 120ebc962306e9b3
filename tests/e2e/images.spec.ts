import { chooseFromMenu } from '@/tests/drive/menu';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, respondsWith, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { axeViolations } from './axe-violations';
import { gate } from './gate';
import { imagesOf, LARGE, SMALL, smallImage } from './image-view';
import { readOtherTables } from './read-other-tables';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

/** The content of the last message of the user that the endpoint received. */
function sentContent(endpoint: ChangingEndpoint): unknown {
  const messages = endpoint.chats().at(-1)?.body.messages ?? [];
  return messages.findLast(({ role }) => role === 'user')?.content;
}

/** The data of the image that the endpoint received. It is encoded again, so it isn't the file's. */
function sentData(endpoint: ChangingEndpoint): string {
  return /"data:image\/png;base64,([^"]+)"/.exec(JSON.stringify(sentContent(endpoint)))?.[1] ?? '';
}

test(
  'images are attached by paste and from files, stay with the draft, arrive at the endpoint, and are shown',
  thorough({ tag: '@both-browsers' }),
  async ({ startedChat: { panel }, endpoint, filterPage, openPanel }, testInfo) => {
    const first = imagesOf(panel.page);
    await panel.message.focus();
    await first.paste(SMALL);
    await expect(panel.alert).toContainText('The chosen model is not known to take images.');
    await expect(first.tray).toHaveCount(0);
    await first.sayThatModelTakes('yes');

    await expect(first.attach).toBeVisible();
    await panel.message.focus();
    await first.paste(SMALL);
    await expect(first.tray.getByRole('listitem')).toHaveCount(1);
    await first.files.setInputFiles([LARGE]);
    await expect(
      panel.page.getByText(/“wide.png” was large, and is sent with 2048 × 256 pixels/),
    ).toBeVisible();
    await expect(first.tray.getByRole('listitem')).toHaveCount(2);
    await panel.message.fill('What is in it?');

    // The panel that opens next has text and images.
    await panel.close();
    const again = await openPanel(filterPage.page);
    const { tray } = imagesOf(again.page);
    await expect(again.message).toHaveValue('What is in it?');
    await expect(tray.getByRole('listitem')).toHaveCount(2);
    await attachLooks(again.page, testInfo, 'image-tray', [280, 250]);
    expect(await axeViolations(again.page, 'html')).toEqual([]);
    await tray.getByRole('button', { name: 'Remove wide.png' }).click();
    await expect(tray.getByRole('listitem')).toHaveCount(1);
    await expect(again.message).toBeFocused();

    endpoint.behave(says('A dialog.'));
    await again.message.press('Control+Enter');
    await again.answered('A dialog.');
    await expect(tray).toHaveCount(0);
    expect(sentContent(endpoint)).toEqual([
      { type: 'text', text: expect.stringContaining('What is in it?') },
      { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
    ]);

    // Neither the kept request nor the log has the data.
    const data = sentData(endpoint);
    expect(data).not.toBe('');
    const elsewhere = await readOtherTables(again.page, 'chatImages');
    expect(elsewhere).toContain('dialog.png');
    expect(elsewhere).not.toContain(data);

    const thumbnail = again.conversation.getByRole('button', { name: /^Show dialog.png/ });
    await expect(thumbnail.getByRole('img', { name: 'dialog.png' })).toHaveJSProperty('naturalWidth', 60);
    await attachScreenshot(again.page, testInfo, 'image-message');
    await thumbnail.click();
    const dialog = again.page.getByRole('dialog', { name: 'dialog.png' });
    await expect(dialog.getByRole('img', { name: 'dialog.png' })).toBeVisible();
    expect(await axeViolations(again.page, 'html')).toEqual([]);
    await again.page.keyboard.press('Escape');
    await expect(thumbnail).toBeFocused();
  },
);

test(
  'an endpoint that refuses images says what to do; said to take none, the model gets the message without them',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { files, attach, tray, sayThatModelTakes } = imagesOf(panel.page);
    await sayThatModelTakes('yes');
    await expect(attach).toBeVisible();
    await files.setInputFiles([SMALL]);
    await expect(tray.getByRole('listitem')).toHaveCount(1);
    endpoint.behave(
      respondsWith(
        400,
        'application/json',
        '{"error":{"message":"image_url is not supported","type":"invalid_request_error"}}',
      ),
    );
    await panel.send('What is in it?');
    await expect(panel.alert).toContainText('choose “This model takes no images” in the model settings');
    await sayThatModelTakes('no');
    endpoint.behave(says('I can’t see it.'));
    await panel.retry();
    await panel.answered('I can’t see it.');
    expect(sentContent(endpoint)).toContain(
      '[image "dialog.png": left out, since this model takes no images]',
    );
  },
);

test(
  'a message that is sent while an image is still being read has the image; a new chat that is opened then takes all of them along with the text',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { attach, files, tray, paste, sayThatModelTakes } = imagesOf(panel.page);
    await sayThatModelTakes('yes');
    await expect(attach).toBeVisible();
    endpoint.behave(says('Noise.'));
    await panel.message.fill('What is in it?');
    await paste(LARGE);
    await panel.message.press('Control+Enter');
    await panel.answered('Noise.');
    expect(sentContent(endpoint)).toContainEqual(expect.objectContaining({ type: 'image_url' }));
    await expect(tray).toHaveCount(0);
    await expect(panel.message).toHaveValue('');

    await panel.message.fill('Look at these');
    await files.setInputFiles([1, 2, 3].map((number) => smallImage(`${number}.png`, 60 + number)));
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('Are you there?')).toHaveCount(0);
    await expect(panel.message).toHaveValue('Look at these');
    await expect(tray.getByRole('listitem')).toHaveCount(3);
  },
);

test(
  'a queued message has images, which go back into the composer when it is edited',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { files, tray, sayThatModelTakes } = imagesOf(panel.page);
    await sayThatModelTakes('yes');
    const { opened, open } = gate();
    endpoint.behave(thinksUntil(opened, says('Done.')));
    await panel.ask('Wait');
    await files.setInputFiles([SMALL]);
    await expect(tray.getByRole('listitem')).toHaveCount(1);
    await panel.message.fill('And this?');
    for (const width of [280, 250]) {
      await panel.page.setViewportSize({ width, height: 600 });
      const row = panel.page.locator('.composer-row');
      expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await attachScreenshot(panel.page, testInfo, `images-during-a-run-${width}`);
    }
    await panel.page.getByRole('button', { name: 'Queue', exact: true }).click();
    const queued = panel.page.getByRole('group', { name: 'Queued message' });
    await expect(queued).toContainText('And this?, with 1 image');
    await expect(tray).toHaveCount(0);
    await queued.getByRole('button', { name: 'Edit' }).click();
    await expect(panel.message).toHaveValue('And this?');
    await expect(tray.getByRole('listitem')).toHaveCount(1);
    await panel.page.getByRole('button', { name: 'Queue', exact: true }).click();
    await expect(queued).toBeVisible();
    open();
    await panel.answered('And this?');
    expect(sentContent(endpoint)).toContainEqual(expect.objectContaining({ type: 'image_url' }));
  },
);

test(
  'an image of a message that a rollback removes stays with its text',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { tray, files, sayThatModelTakes } = imagesOf(panel.page);
    await sayThatModelTakes('yes');
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*one*"}'), says('Rule added.')));
    await files.setInputFiles([SMALL]);
    await panel.ask('With the image');
    await panel.finished();
    await panel.message.fill('An unrelated draft');
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Hide *one*');
    await panel.rollBack();
    const card = panel.page.getByRole('group', { name: 'The message that was not sent:' });
    await expect(card).toContainText('With the image');
    await expect(card).toContainText('With 1 image.');
    await expect(panel.message).toHaveValue('An unrelated draft');
    await expect(tray).toHaveCount(0);

    await card.getByRole('button', { name: 'Add to message' }).click();
    await expect(card).toHaveCount(0);
    await expect(panel.message).toHaveValue('An unrelated draft\nWith the image');
    await expect(tray.getByRole('listitem')).toHaveCount(1);
  },
);
