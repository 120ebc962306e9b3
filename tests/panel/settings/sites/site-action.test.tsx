// @document
import { fireEvent } from '@testing-library/react/pure';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { PageStatus } from '@/src/messages/page-status';
import { SiteAction } from '@/src/panel/settings/sites/site-action';
import { CONNECTED as LASTING } from '../../connected-page';
import { ShownError } from '../../in-shown-chat';
import { withRendering } from '../../with-rendering';

const ORIGIN = 'http://proxy.test:8787';
const CONNECTED: PageStatus = { ...LASTING, origin: ORIGIN, isLasting: false };

const rendering = withRendering();
const request = vi.fn(async (_wanted: { origins: string[] }) => true);

beforeEach(() => {
  Object.assign(browser.permissions, { request });
});

/** Renders the action for a page. Returns a function for the commands that were sent. */
function show(page: PageStatus) {
  const sendMessage = vi.fn(async (_message: { command: unknown }) => ({ ok: true, value: null }));
  Object.assign(browser.runtime, { sendMessage });
  rendering.render(
    <>
      <SiteAction page={page} onName={null} />
      <ShownError />
    </>,
  );
  const sent = () => sendMessage.mock.calls.map(([message]) => message.command);
  return sent;
}

it.each<[string, PageStatus]>([
  ['a page that Steward sees', CONNECTED],
  ['a page without access', { state: 'not-allowed', url: `${ORIGIN}/admin` }],
])('on %s requests the permission within the click, then stores the site', async (_, page) => {
  const sent = show(page);
  // Not by `user.click`: it is asynchronous, and the next line checks what happens within the event.
  fireEvent.click(rendering.button('Always on this site'));
  // Before any await: the browser requires a user gesture.
  expect(request).toHaveBeenLastCalledWith({ origins: ['http://proxy.test/*'] });
  expect(sent()).toEqual([]);
  await vi.waitFor(() => expect(sent()).toEqual([{ type: 'keep-site', origin: ORIGIN }]));
});

it('stores nothing if the browser refuses, and shows an error', async () => {
  request.mockResolvedValueOnce(false);
  const sent = show(CONNECTED);
  await rendering.press('Always on this site');
  expect(rendering.shown.getByRole('status').textContent).not.toBe('');
  expect(sent()).toEqual([]);
});

it.each<[PageStatus, unknown]>([
  [
    { state: 'off', scope: 'site', url: `${ORIGIN}/admin` },
    { type: 'switch-steward', origin: ORIGIN, isOn: true },
  ],
  [
    { state: 'off', scope: 'everywhere', url: '' },
    { type: 'switch-steward', origin: null, isOn: true },
  ],
])('switches Steward on: %j', async (page, command) => {
  const sent = show(page);
  await rendering.press('Switch on');
  await vi.waitFor(() => expect(sent()).toEqual([command]));
});

it.each<PageStatus>([
  { ...CONNECTED, isLasting: true },
  { state: 'not-allowed', url: '' },
  { state: 'out-of-reach', url: 'chrome://version/' },
  { state: 'unknown', url: ORIGIN },
  { state: 'gone' },
])('shows no button if nothing is needed: %j', (page) => {
  show(page);
  expect(rendering.shown.queryByRole('button')).toBeNull();
});
