// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenWebuiPage } from '@/src/adapters/open-webui/page';

const { signal } = new AbortController();

const PANEL = '<div id="tab-admin-models"></div>';
const CONFIG = { status: true, name: 'Ours', version: '0.12.4', default_locale: '' };
const IDENTITY = { instanceId: document.location.origin, title: 'Open WebUI models', siteVersion: '0.12.4' };
const ask = vi.fn<typeof fetch>();

beforeEach(() => {
  ask.mockReset().mockImplementation(async () => Response.json(CONFIG));
  vi.stubGlobal('fetch', ask);
});

afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

describe('the page of Open WebUI', () => {
  it.each([
    ['the settings show the models', PANEL, true],
    ['the settings show the connections', '<div id="tab-admin-connections"></div>', false],
    ['the settings are closed', '<main>A chat</main>', false],
  ])('while %s', async (_, html, isFound) => {
    document.body.innerHTML = html;
    const identity = await createOpenWebuiPage(document).detect(signal);
    expect(identity).toEqual(isFound ? IDENTITY : null);
    expect(ask).toHaveBeenCalledTimes(isFound ? 1 : 0);
  });

  it.each<[string, () => Promise<Response>]>([
    ['has no such address', async () => new Response('Not found', { status: 404 })],
    ['answers with a page', async () => new Response('<!doctype html>')],
    ['has another configuration there', async () => Response.json({ status: true, version: '1' })],
    ['has nothing there', async () => Response.json(null)],
    ['refuses', async () => Response.json(CONFIG, { status: 403 })],
    ['can’t be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is any other page if its server %s, whatever its elements are called', async (_, answer) => {
    document.body.innerHTML = PANEL;
    ask.mockImplementation(answer);
    expect(await createOpenWebuiPage(document).detect(signal)).toBeNull();
  });

  it('asks its server without the user’s cookies, and no more once it has answered', async () => {
    document.body.innerHTML = PANEL;
    const page = createOpenWebuiPage(document);
    ask.mockRejectedValueOnce(new DOMException('too late', 'TimeoutError'));
    expect(await page.detect(signal)).toBeNull();
    expect(await page.detect(signal)).toEqual(IDENTITY);
    expect(await page.detect(signal)).toEqual(IDENTITY);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenLastCalledWith(
      `${document.location.origin}/api/config`,
      expect.objectContaining({ credentials: 'omit', redirect: 'error' }),
    );
  });
});
