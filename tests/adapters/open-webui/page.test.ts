// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createOpenWebuiPage } from '@/src/adapters/open-webui/page';

const { signal } = new AbortController();

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the page of Open WebUI', () => {
  it.each([
    ['the settings show the models', '<div id="tab-admin-models"></div>', true],
    ['the settings show the connections', '<div id="tab-admin-connections"></div>', false],
    ['the settings are closed', '<main>A chat</main>', false],
  ])('while %s', async (_, html, isFound) => {
    document.body.innerHTML = html;
    const identity = await createOpenWebuiPage(document).detect(signal);
    expect(identity).toEqual(
      isFound ? { instanceId: document.location.origin, title: 'Open WebUI models' } : null,
    );
  });
});
