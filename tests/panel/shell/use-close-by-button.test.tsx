// @document
import { act } from 'react';
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { ShownChat } from '@/src/panel/data/shown-chat';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import { useCloseByButton } from '@/src/panel/shell/use-close-by-button';
import { CONNECTED } from '../connected-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

type Shown = Pick<ShownChat, 'detached' | 'page'> & { place: TabPlace | null };
const BESIDE: Shown = { detached: null, page: CONNECTED, place: 'in-front' };

function Probe({ place, ...shown }: Shown) {
  useCloseByButton(shown, place);
  return (
    <>
      <input aria-label="Reason" />
      <div className="composer">
        <textarea aria-label="Message" />
      </div>
    </>
  );
}

async function click(againAtMs: number | null): Promise<void> {
  const notice = { type: 'toolbar-click', windowId: 1, againAtMs };
  await act(
    async () =>
      void fakeBrowser.runtime.onMessage.trigger(
        { channel: PANEL_CHANNEL, notice },
        { id: browser.runtime.id },
      ),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

let close: MockInstance;
beforeEach(() => {
  close = vi.spyOn(window, 'close').mockReturnValue();
  close.mockClear();
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
  Object.assign(browser.tabs, { get: async () => ({ status: 'complete' }) });
});

it.each<[string, Partial<Shown>, afterMs: number | null, isClosed: boolean]>([
  ['that has been beside the page in front for a second', {}, 1_000, true],
  ['that the click, or the first of a double click, has just opened', {}, 999, false],
  ['whose page Steward was turned on for by the click', {}, null, false],
  ['that has another tab’s page', { place: 'other-tab' }, 5_000, false],
  ['whose page can’t be reached', { page: { state: 'gone' } }, 5_000, false],
  ['in a window of its own', { detached: { chatId: 'c', place: 'window' } }, 5_000, false],
])('a click on the toolbar button, of a panel %s: %o, %s ms', async (_, given, afterMs, isClosed) => {
  rendering.render(<Probe {...BESIDE} {...given} />);
  await click(afterMs === null ? null : performance.timeOrigin + afterMs);
  expect(close).toHaveBeenCalledTimes(isClosed ? 1 : 0);
});

it.each([
  ['a reason, which nothing keeps', 'Reason', 0],
  ['a message, which is kept', 'Message', 1],
])('a click while the user enters %s', async (_, field, closed) => {
  rendering.render(<Probe {...BESIDE} />);
  await rendering.enter(rendering.shown.getByLabelText(field), 'x');
  await click(performance.timeOrigin + 5_000);
  expect(close).toHaveBeenCalledTimes(closed);
});

it('a click while the tab loads another page closes nothing', async () => {
  Object.assign(browser.tabs, { get: async () => ({ status: 'loading' }) });
  rendering.render(<Probe {...BESIDE} />);
  await click(performance.timeOrigin + 5_000);
  expect(close).not.toHaveBeenCalled();
});
