// @document
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import * as windows from '@/src/panel/data/current-window-id';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const onOther = vi.fn();
const onAccess = vi.fn();

function Probe() {
  useFrontChanges({ onToolbarClick: onOther, onFrontPage: onOther, onSitesChanged: onAccess });
  return null;
}

beforeEach(() => {
  fakeBrowser.reset();
  onOther.mockReset();
  onAccess.mockReset();
  vi.spyOn(windows, 'currentWindowId').mockResolvedValue(4);
});

const notice = (type: 'sites-changed' | 'toolbar-click', windowId = 4) =>
  fakeBrowser.runtime.onMessage.trigger(
    { channel: PANEL_CHANNEL, notice: { type, windowId } },
    { id: browser.runtime.id },
  );
const loaded = (windowId: number, active: boolean) =>
  fakeBrowser.tabs.onUpdated.trigger(1, { status: 'complete' }, { active, windowId } as never);

it.each<[string, () => unknown, 'other' | 'access' | null]>([
  [
    'another tab comes to the front',
    () => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 4 }),
    'other',
  ],
  ['one does in another window', () => fakeBrowser.tabs.onActivated.trigger({ tabId: 1, windowId: 5 }), null],
  ['the tab in front has loaded a page', () => loaded(4, true), 'other'],
  ['a tab behind it has', () => loaded(4, false), null],
  ['the user clicks the toolbar button', () => notice('toolbar-click'), 'other'],
  ['they do in another window', () => notice('toolbar-click', 5), null],
  ['Steward may have gained access', () => notice('sites-changed'), 'access'],
])('changes at the front are reported when %s', async (_, happen, expected) => {
  rendering.render(<Probe />);
  await act(async () => void (await happen()));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(onOther).toHaveBeenCalledTimes(expected === 'other' ? 1 : 0);
  expect(onAccess).toHaveBeenCalledTimes(expected === 'access' ? 1 : 0);
});
