// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OtherChats } from '@/src/panel/chats/other-chats';
import type { RunStatus } from '@/src/schema/run-status';
import type { UnfinishedChat } from '@/src/store/queries';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

beforeEach(stubDialogs);

const PAGE = { adapterId: 'x', origin: 'http://proxy.test:8787', instanceId: 'i', title: 'Model filter' };

function chat(chatId: string, status: RunStatus, page: UnfinishedChat['page'] = PAGE): UnfinishedChat {
  return { chatId, title: `About ${chatId}`, page, siteCount: 0, status, updatedAtMs: 0 };
}

const ASKING = chat('a', { state: 'waiting-for-user-input', reason: 'question' });
const RUNNING = chat('b', { state: 'processing' }, null);

function show(chats: UnfinishedChat[]) {
  const onShow = vi.fn();
  rendering.render(<OtherChats chats={chats} onShow={onShow} />);
  return onShow;
}

const dialog = () => rendering.shown.queryByRole('dialog');
const announced = () => rendering.place.querySelector('[aria-live=polite]')?.textContent;

describe('the link to other chats', () => {
  it('is hidden without another chat that runs or waits', () => {
    show([]);
    expect(rendering.buttonNames()).toEqual([]);
    expect(announced()).toBe('');
  });

  it.each([
    [[ASKING, RUNNING], '2 other chats, 1 waits for you', 'waiting'],
    [[RUNNING], '1 other chat is running', 'plain'],
  ])(
    'shows and announces their number, and is highlighted only if one waits for the user: %#',
    (chats, text, tone) => {
      show(chats);
      expect(rendering.buttonNames()).toEqual([text]);
      expect(rendering.button(text).dataset.tone).toBe(tone);
      expect(announced()).toBe(text);
    },
  );

  it('opens a list with title, page and status of each, and shows the selected one', async () => {
    const onShow = show([ASKING, RUNNING]);
    await rendering.press('2 other chats, 1 waits for you');
    const rows = rendering.shown.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'About aModel filter at proxy.test:8787 · waits for your answer',
      'About bis running',
    ]);
    await rendering.press('About b is running');
    expect(onShow).toHaveBeenCalledExactlyOnceWith('b');
    expect(dialog()).toBeNull();
  });

  it('shows a text if the last chat ends while the list is open', async () => {
    show([RUNNING]);
    await rendering.press('1 other chat is running');
    show([]);
    expect(rendering.shown.getByText('No other chat runs or waits for you any more.')).toBeDefined();
    await rendering.press('Close');
    expect(rendering.buttonNames()).toEqual([]);
  });
});
