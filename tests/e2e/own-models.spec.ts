import { openChatSettings } from '@/tests/drive/menu';
import { expect, OWN, test } from './own-fixtures';
import { thorough } from './thorough';

test(
  'an endpoint that can’t stream is reported with a remedy, and answers once streaming is off; model settings are sent, and omitted while they are empty',
  thorough(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const endpoint = await startEndpoint({ neverStreams: true, says: 'All in one piece.' });
    await sheet.enter({ baseUrl: endpoint.baseUrl });
    expect(await sheet.test()).toBe('✓✓✓✗–');
    await sheet.saveAnyway();
    await panel.chooseModel('plain/model');
    await panel.ask('Are you there?');
    await expect(panel.alert).toContainText('turn off “Stream the answer”');
    await expect(panel.said('All in one piece.')).toHaveCount(0);

    const settings = await openChatSettings(panel.page, 'Model');
    const save = settings.getByRole('button', { name: 'Save settings' });
    await settings.getByRole('checkbox', { name: 'Stream the answer' }).uncheck();
    await settings.getByRole('textbox', { name: 'Temperature' }).fill('7');
    await save.click();
    await expect(settings.getByRole('alert').first()).toHaveText('A number from 0 to 2, or nothing.');
    await settings.getByRole('textbox', { name: 'Temperature' }).fill('0.3');
    await settings.getByRole('textbox', { name: 'Max tokens' }).fill('512');
    await settings.getByRole('combobox', { name: 'Reasoning effort' }).selectOption('low');
    await save.click();
    await expect(settings.getByText('Saved.', { exact: true })).toBeVisible();
    await settings.getByRole('button', { name: 'Close' }).click();
    await expect(panel.page.getByRole('combobox', { name: 'Model' })).toHaveAttribute(
      'title',
      /Model settings: .*no streaming/,
    );
    await panel.retry();
    await panel.answered('All in one piece.');
    await expect(panel.alert).toHaveCount(0);
    const [before, after] = endpoint.chats().map(({ body }) => JSON.parse(body));
    expect(before).toMatchObject({ stream: true });
    for (const name of ['temperature', 'max_tokens', 'max_completion_tokens', 'reasoning_effort']) {
      expect(before).not.toHaveProperty(name);
    }
    expect(after).toMatchObject({
      stream: false,
      temperature: 0.3,
      max_tokens: 512,
      reasoning_effort: 'low',
    });

    await openChatSettings(panel.page, 'Model');
    await expect(settings.getByRole('checkbox', { name: 'Stream the answer' })).not.toBeChecked();
  },
);

test(
  'while a slow endpoint is queried again, its last list is shown and marked; a removed model stays chosen and is said to be unlisted, and the endpoint’s refusal leads to another one',
  thorough(OWN),
  async ({ panel, sheet, filterPage, openPanel, startEndpoint }) => {
    const endpoint = await startEndpoint({ models: ['plain/old', 'plain/new'] });
    await sheet.enter({ baseUrl: endpoint.baseUrl, name: 'Proxy' });
    await sheet.save();
    await panel.chooseModel('plain/old');
    await panel.close();
    endpoint.behaviour.models = ['plain/new'];
    endpoint.behaviour.serves = ['plain/new'];
    endpoint.behaviour.listDelayMs = 2_000;

    const again = await openPanel(filterPage.page);
    const model = again.page.getByRole('combobox', { name: 'Model' });
    await expect(model).toHaveAttribute('aria-busy', 'true');
    await expect(model).toHaveValue('plain/old');
    await expect(model.locator('option').first()).toHaveText('Cached list; refreshing…');
    expect(await again.modelIds()).toContain('plain/new');
    await expect(model).toHaveValue('plain/old');
    await expect(again.page.getByText('Proxy doesn’t list plain/old.')).toBeVisible();
    await again.ask('Hello');
    await expect(again.alert).toContainText('doesn’t have the model');
    await expect(again.page.getByRole('button', { name: 'Choose model' })).toBeVisible();

    await again.chooseModel('plain/new');
    await again.retry();
    await again.answered('OK');
    await expect(again.alert).toHaveCount(0);
  },
);

test(
  'a model that no list names is typed: in the form of the connection, and in the list of models',
  thorough(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const endpoint = await startEndpoint({
      models: ['openai/*', 'no-default-models'],
      serves: ['openai/gpt-next', 'openai/gpt-other'],
    });
    const field = panel.page.getByRole('textbox', { name: 'Model', exact: true });
    await sheet.enter({ baseUrl: endpoint.baseUrl });
    await sheet.fail(field);
    await field.fill('openai/gpt-next');
    await sheet.save();
    await panel.converse('Hello', 'OK');

    const list = panel.page.getByRole('combobox', { name: 'Model' });
    await list.selectOption('Enter a model’s id…');
    await panel.page.keyboard.type('openai/gpt-other');
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await expect(list).toHaveValue('openai/gpt-other');
    await panel.send('And you?');
    await expect.poll(() => endpoint.chats().length).toBe(2);
    await panel.finished();
    expect(endpoint.chats().map(({ body }) => JSON.parse(body).model)).toEqual([
      'openai/gpt-next',
      'openai/gpt-other',
    ]);
  },
);
