// @document
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { RebindPreview } from '@/src/messages/chat-commands';
import { RebindSheet } from '@/src/panel/chats/rebind-sheet';
import * as windows from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { stubCommands } from '../stub-commands';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const PAGE = { adapterId: 'x', origin: 'http://proxy.test:8787', instanceId: 'i', title: 'Model filter' };

beforeEach(() => {
  stubCommands();
  vi.spyOn(windows, 'currentWindowId').mockResolvedValue(4);
  stubDialogs();
});

const onNewChat = vi.fn();
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

async function show(preview: Partial<RebindPreview>) {
  const onBound = vi.fn();
  const answer: RebindPreview = { page: PAGE, differences: null, stateHash: 'h', ...preview };
  vi.mocked(sendCommand).mockResolvedValue(answer);
  rendering.render(
    <RebindSheet chatId="c" onBound={onBound} onNewChat={onNewChat} onClose={() => undefined} />,
  );
  await settle();
  return onBound;
}

describe('the sheet that binds a chat to the page in front', () => {
  it.each<[string, RebindPreview['differences'], string]>([
    ['no page', null, 'This chat has not seen a page yet.'],
    ['the same state', [], 'Its state is the one that the chat knew.'],
    [
      'another state',
      [{ kind: 'added', text: 'ignore rule "*-preview"' }],
      '+added: ignore rule "*-preview"',
    ],
  ])(
    'names the page with its host, and shows the difference for a chat that knew %s',
    async (_, differences, text) => {
      await show({ differences });
      const sheet = rendering.shown.getByRole('dialog');
      expect(sheet.textContent).toContain('Model filter at proxy.test:8787');
      expect(sheet.textContent).toContain(text);
    },
  );

  it('binds the chat to exactly what it shows', async () => {
    const onBound = await show({});
    await rendering.press('Use this page');
    const command = { type: 'rebind-chat', chatId: 'c', windowId: 4, expectedStateHash: 'h' };
    expect(sendCommand).toHaveBeenLastCalledWith(command);
    expect(onBound).toHaveBeenCalledOnce();
  });

  it.each(['Use this page', 'Check again'])(
    'leaves “%s” the focus, and takes no second press',
    async (name) => {
      await show({});
      let answer = () => {};
      vi.mocked(sendCommand).mockReturnValue(
        new Promise((resolve) => (answer = () => resolve(null as never))),
      );
      vi.mocked(sendCommand).mockClear();
      await rendering.press(name);
      expect(rendering.button(name).disabled).toBe(false);
      expect(rendering.button(name).getAttribute('aria-disabled')).toBe('true');
      await rendering.press('Use this page');
      await rendering.press('Check again');
      expect(sendCommand).toHaveBeenCalledOnce();
      await act(async () => answer());
    },
  );

  it('stays open with the error if the page has changed', async () => {
    const onBound = await show({});
    const error = new StewardError('page-changed', 'The page has changed.', { remedy: 'Check them again.' });
    vi.mocked(sendCommand).mockRejectedValue(error);
    await rendering.press('Use this page');
    await settle();
    expect(rendering.shown.getByText('The page has changed.')).toBeDefined();
    expect(onBound).not.toHaveBeenCalled();
  });

  it('offers a new chat about the page in front where that page can’t be used', async () => {
    await show({});
    expect(rendering.buttonNames()).not.toContain('New chat');
    const error = new StewardError('conflict', 'It is of another kind.', { remedy: 'Start a new chat.' });
    vi.mocked(sendCommand).mockRejectedValue(error);
    await rendering.press('Check again');
    await settle();
    await rendering.press('New chat');
    expect(onNewChat).toHaveBeenCalledOnce();
  });
});
