import { expect } from 'vitest';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { startScriptedModel } from '@/tests/fakes/scripted-model';
import { serveHtml } from '@/tests/fakes/serve-html';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

test('an endpoint on this machine answers although Firefox keeps the page from it', async ({ firefox }) => {
  const { window } = firefox;
  const apiKey = `scripted-${crypto.randomUUID()}`;
  const model = await startScriptedModel(apiKey, [() => ({ kind: 'response', content: 'Here I am.' })]);
  const site = await serveHtml('<!doctype html><title>Models</title><h1>Models</h1>');
  try {
    // As a user has them: no test changes these two.
    expect(await window.isPreferenceOn('network.lna.enabled')).toBe(true);
    expect(await window.isPreferenceOn('network.lna.blocking')).toBe(true);
    // Makes the page one of the internet.
    await window.setPreference('network.lna.address_space.public.override', new URL(site.url).host);
    const page = await firefox.newPage();
    await page.goto(site.url);

    const panel = await firefox.openPanel();
    await panel.fillConnection(model.baseUrl, apiKey);
    await panel.saveConnection();
    await panel.connected();
    await panel.chooseModel(SCRIPTED_MODEL_ID);
    await panel.ask('Are you there?');
    await expect.poll(panel.conversation, POLL).toContain('Here I am.');
    expect(await window.promptText()).toBeNull();

    await page.evaluate((url) => void fetch(url, { mode: 'no-cors' }), `${model.baseUrl}/models`);
    await expect.poll(window.promptText, POLL).toContain('apps and services on this device');
  } finally {
    await site.close();
    await model.close();
  }
  expect(model.failures).toEqual([]);
});
