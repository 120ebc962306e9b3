import { startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { expect, OWN, test } from './own-fixtures';
import { readTable } from './read-table';
import { inBothBrowsers, thorough } from './thorough';

test(
  'two connections each get their own key and headers, and nothing of the other',
  inBothBrowsers(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const home = await startEndpoint({ apiKey: 'sk-home', models: ['home/model'], says: 'Home here.' });
    const work = await startEndpoint({ apiKey: 'sk-work', models: ['work/model'], says: 'Work here.' });

    await sheet.enter({
      baseUrl: home.baseUrl,
      apiKey: 'sk-home',
      name: 'Home',
      headers: { 'X-Team': 'blue' },
    });
    await sheet.save();
    await panel.chooseModel('home/model');
    await panel.ask('Who is there?');
    await expect(panel.conversation).toContainText('Home here.');

    await sheet.open();
    await sheet.add();
    await sheet.enter({
      baseUrl: work.baseUrl,
      apiKey: 'sk-work',
      name: 'Work',
      headers: { 'X-Gate': 'open' },
    });
    await sheet.save();
    await panel.chooseModel('work/model');
    await panel.ask('And now?');
    await expect(panel.conversation).toContainText('Work here.');

    expect(home.requests.length).toBeGreaterThan(1);
    for (const { headers } of home.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer sk-home', 'x-team': 'blue' });
      expect(headers).not.toHaveProperty('x-gate');
    }
    for (const { headers } of work.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer sk-work', 'x-gate': 'open' });
      expect(headers).not.toHaveProperty('x-team');
    }
  },
);

test(
  'the test reports an unreachable endpoint, a web page and a wrong key at their fields, and a new key replaces it without ever showing the old one',
  thorough(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const closed = await startEndpoint();
    await closed.close();
    await sheet.enter({ baseUrl: closed.baseUrl });
    await sheet.fail(sheet.baseUrl);
    await expect(sheet.baseUrl).toHaveAccessibleDescription(/Check that the endpoint is running/);
    const website = await startRawEndpoint(async (reply) => {
      reply.head(200, { 'content-type': 'text/html' });
      await reply.write('<!doctype html><title>Router</title>');
      reply.end();
    });
    await sheet.enter({ baseUrl: website.baseUrl.replace('/v1', '') });
    await sheet.fail(sheet.baseUrl);
    await expect(sheet.baseUrl).toHaveAccessibleDescription(
      /didn’t answer with a list.*usually ends in \/v1/,
    );
    expect(website.requests.map(({ path }) => path)).toEqual(['/v1/models', '/models']);
    await website.close();

    const endpoint = await startEndpoint({ apiKey: 'sk-right' });
    await sheet.enter({ baseUrl: endpoint.baseUrl, apiKey: 'sk-wrong', name: 'Mine' });
    await sheet.fail(sheet.apiKey);
    await expect(sheet.apiKey).toHaveAccessibleDescription(/didn’t accept the key/);
    await expect(sheet.apiKey).toHaveAccessibleDescription(/Check the connection’s key\./);
    await expect(sheet.apiKey).not.toHaveAccessibleDescription(/sk-wrong/);
    await expect(sheet.apiKey).toBeFocused();
    await expect(sheet.baseUrl).toHaveValue(endpoint.baseUrl);
    expect(await readTable(panel.page, 'connections')).toEqual([]);
    await sheet.enter({ apiKey: 'sk-old' });
    endpoint.behaviour.apiKey = 'sk-old';
    await sheet.save();
    await expect(panel.alert).toHaveCount(0);
    await sheet.open();
    await sheet.edit('Mine');
    await expect(sheet.apiKey).toHaveValue('');
    await expect(sheet.apiKey).toHaveAttribute('placeholder', /^Stored/);
    expect(await panel.page.content()).not.toMatch(/sk-wrong|sk-old/);

    endpoint.behaviour.apiKey = 'sk-right';
    await sheet.enter({ apiKey: 'sk-right' });
    await sheet.save();
    expect(await panel.page.content()).not.toContain('sk-right');
    await panel.ask('Hello');
    await expect(panel.conversation).toContainText('OK');
  },
);

test(
  'the page’s own endpoint is offered as an address, without any key',
  thorough(OWN),
  async ({ panel, sheet, playground }) => {
    const presets = panel.page.getByRole('combobox', { name: 'Known endpoints' });
    await expect(presets.getByRole('option', { name: 'This page’s proxy' })).toHaveCount(1);
    await expect(sheet.baseUrl).toHaveValue('');
    await sheet.enter({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-for-another' });

    await presets.selectOption('This page’s proxy');

    await expect(sheet.baseUrl).toHaveValue(`${playground.url}/v1`);
    await expect(sheet.apiKey).toHaveValue('');
    await sheet.enter({ apiKey: playground.apiKey });
    await sheet.save();
    expect((await panel.modelIds()).length).toBeGreaterThan(300);
    await sheet.open();
    await sheet.add();
    await expect(presets).toBeVisible();
    await expect(presets.getByRole('option', { name: 'This page’s proxy' })).toHaveCount(0);
  },
);

test(
  'a key stays with the address that it was entered for',
  thorough(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const first = await startEndpoint({ apiKey: 'sk-first' });
    const second = await startEndpoint();
    await sheet.enter({ baseUrl: first.baseUrl, apiKey: 'sk-first', name: 'Moving' });
    await sheet.save();

    await sheet.open();
    await sheet.edit('Moving');
    await sheet.enter({ baseUrl: second.baseUrl });
    await expect(panel.page.getByText('The stored key was for another address')).toBeVisible();
    await sheet.save();
    await panel.chooseModel('plain/model');
    await panel.ask('Hello');
    await expect(panel.conversation).toContainText('OK');

    expect(second.requests.length).toBeGreaterThan(1);
    for (const { headers } of second.requests) expect(headers).not.toHaveProperty('authorization');
  },
);

test(
  'a deleted connection is gone, and the chat that used it waits for another one',
  thorough(OWN),
  async ({ panel, sheet, startEndpoint }) => {
    const kept = await startEndpoint({ models: ['kept/model'] });
    const doomed = await startEndpoint({ models: ['doomed/model'] });
    await sheet.enter({ baseUrl: kept.baseUrl, name: 'Kept' });
    await sheet.save();
    await sheet.open();
    await sheet.add();
    await sheet.enter({ baseUrl: doomed.baseUrl, name: 'Doomed' });
    await sheet.save();
    await panel.chooseModel('doomed/model');

    await sheet.open();
    await sheet.listed('Doomed').getByRole('button', { name: 'Delete…' }).click();
    await sheet.listed('Doomed').getByRole('button', { name: 'Keep' }).click();
    await expect(sheet.listed('Doomed')).toContainText('in use');
    await sheet.remove('Doomed');
    await expect(sheet.listed('Kept')).toBeVisible();
    await sheet.close();
    await expect(panel.alert).toContainText('No connection is set up');
    await panel.ask('Anybody?');
    await expect(panel.said('Choose a model, then Steward goes on.')).toBeVisible();
    expect(doomed.chats()).toEqual([]);

    await sheet.open();
    await sheet.listed('Kept').getByRole('button', { name: 'Use' }).click();
    await panel.chooseModel('kept/model');
    await expect(panel.conversation).toContainText('OK');
    await panel.finished();
    await expect(panel.said('Anybody?')).toHaveCount(1);
    await expect(panel.alert).toHaveCount(0);
    expect(kept.chats()).toHaveLength(1);

    await sheet.open();
    await sheet.remove('Kept');
    await expect(sheet.sheet).toBeHidden();
    await expect(sheet.baseUrl).toBeVisible();
    await expect(panel.conversation).toContainText('OK');
    await panel.ask('And now?');
    await expect(panel.conversation).toContainText('The run waits for a connection.');
    await expect(panel.conversation).toContainText('OK');
  },
);

test(
  'an endpoint that refuses extensions passes its test with the chat’s model and works, and a page’s own requests to it are unchanged',
  thorough(OWN),
  async ({ panel, sheet, filterPage, playground, startEndpoint }) => {
    const endpoint = await startEndpoint({
      refusesExtensions: true,
      models: ['plain/first', 'plain/chosen'],
    });
    await sheet.enter({ baseUrl: endpoint.baseUrl, name: 'Strict' });
    await sheet.save();
    await panel.chooseModel('plain/chosen');
    await sheet.open();
    await sheet.edit('Strict');
    expect(await sheet.test()).toBe('✓✓✓✓✓');
    await expect(sheet.check('models')).toContainText('2 models are listed.');
    await expect(sheet.check('streaming')).toContainText('plain/chosen streams its answer.');
    await expect(sheet.check('tools')).toContainText('plain/chosen accepts tools.');
    await sheet.close();
    await panel.ask('Hello');
    await expect(panel.conversation).toContainText('OK');
    for (const { headers } of endpoint.requests) {
      expect(headers).not.toHaveProperty('origin');
      expect(headers).not.toHaveProperty('referer');
    }

    await filterPage.page.evaluate(async (address) => {
      await fetch(address, { method: 'POST', mode: 'no-cors', body: '{}' });
    }, `${endpoint.baseUrl}/chat/completions`);
    expect(endpoint.chats().at(-1)?.headers.origin).toBe(playground.url);
  },
);
