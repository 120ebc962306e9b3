import { expect } from 'vitest';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { startScriptedModel } from '@/tests/fakes/scripted-model';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

test('an endpoint doesn’t get the extension’s origin, and Stop closes the connection at once', async ({
  firefox,
  filterPage,
}) => {
  const apiKey = `scripted-${crypto.randomUUID()}`;
  const model = await startScriptedModel(apiKey, [
    () => ({ kind: 'stall', content: 'Once upon a time' }),
    () => ({ kind: 'response', content: 'Here I am.' }),
  ]);
  try {
    await filterPage.page.bringToFront();
    const panel = await firefox.openPanel();
    await panel.fillConnection(model.baseUrl, apiKey);
    await panel.saveConnection();
    await panel.connected();
    await panel.chooseModel(SCRIPTED_MODEL_ID);

    await panel.ask('Tell me a story');
    await expect.poll(panel.conversation, POLL).toContain('Once upon a time');
    await panel.stop();
    await model.requests[0]?.brokenOff;
    await panel.finished();
    expect(await panel.conversation()).toContain('Once upon a time');

    await panel.ask('Are you there?');
    await expect.poll(panel.conversation, POLL).toContain('Here I am.');
    expect(model.requests.map(({ headers }) => [headers.origin, headers.referer, headers.cookie])).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(model.requests.map(({ rawBody }) => rawBody.includes('moz-extension'))).toEqual([false, false]);
  } finally {
    await model.close();
  }
  expect(model.failures).toEqual([]);
});
