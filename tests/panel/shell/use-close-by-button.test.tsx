// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import { useCloseByButton } from '@/src/panel/shell/use-close-by-button';
import { CONNECTED } from '../connected-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

type Shown = Pick<ShownChat, 'detached' | 'page' | 'place'>;
const BESIDE: Shown = { detached: null, page: CONNECTED, place: 'in-front' };

function Probe(shown: Shown) {
  useCloseByButton(shown);
  return null;
}

it.each<[string, Partial<Shown>, afterMs: number | null, isClosed: boolean]>([
  ['that has been beside the page in front for a second', {}, 1_000, true],
  ['that the click, or the first of a double click, has just opened', {}, 999, false],
  ['whose page Steward was turned on for by the click', {}, null, false],
  ['that has another tab’s page', { place: 'other-tab' }, 5_000, false],
  ['whose page can’t be reached', { page: { state: 'gone' } }, 5_000, false],
  ['in a window of its own', { detached: { chatId: 'c', place: 'window' } }, 5_000, false],
])('a click on the toolbar button, of a panel %s: %o, %s ms', async (_, given, afterMs, isClosed) => {
  const close = vi.spyOn(window, 'close').mockReturnValue();
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
  rendering.render(<Probe {...BESIDE} {...given} />);
  const againAtMs = afterMs === null ? null : performance.timeOrigin + afterMs;
  const notice = { type: 'toolbar-click', windowId: 1, againAtMs };
  await act(
    async () =>
      void fakeBrowser.runtime.onMessage.trigger(
        { channel: PANEL_CHANNEL, notice },
        { id: browser.runtime.id },
      ),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(close).toHaveBeenCalledTimes(isClosed ? 1 : 0);
});
