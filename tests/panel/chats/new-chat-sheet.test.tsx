// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NewChatSheet } from '@/src/panel/chats/new-chat-sheet';
import type { RunStatus } from '@/src/schema/run-status';
import { ended } from '../stored-run';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

beforeEach(stubDialogs);

function show(status: RunStatus, starting: Promise<void> = Promise.resolve()) {
  const onStart = vi.fn((_earlier: 'stop' | 'keep') => starting);
  const onClose = vi.fn();
  rendering.render(<NewChatSheet status={status} onStart={onStart} onClose={onClose} />);
  return { onStart, onClose };
}

const ASKING: RunStatus = { state: 'waiting-for-user-input', reason: 'question' };
const STOP = 'Stop it and start a new chat';
const KEEP = 'Keep it running';

describe('the confirmation before a new chat', () => {
  it('shows the chat’s status, two choices and Cancel', () => {
    show(ASKING);
    expect(rendering.shown.getByText('This chat waits for your answer.')).toBeDefined();
    expect(rendering.buttonNames()).toEqual(['Close', STOP, KEEP, 'Cancel']);
  });

  it.each([
    [STOP, 'stop'],
    [KEEP, 'keep'],
  ])('“%s” calls onStart with %s, once', async (name, earlier) => {
    const { onStart } = show(ASKING, new Promise(() => undefined));
    await rendering.press(name);
    expect(onStart).toHaveBeenCalledExactlyOnceWith(earlier);
    expect(rendering.button(STOP).disabled).toBe(true);
    expect(rendering.button(KEEP).disabled).toBe(true);
  });

  it.each(['Cancel', 'Close'])('%s changes nothing', async (name) => {
    const { onStart, onClose } = show(ASKING);
    await rendering.press(name);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onStart).not.toHaveBeenCalled();
  });

  it('has a single choice once the run has ended', () => {
    show(ASKING);
    show(ended('completed'));
    expect(rendering.shown.getByText('This chat is finished.')).toBeDefined();
    expect(rendering.buttonNames()).toEqual(['Close', 'Start a new chat', 'Cancel']);
  });
});
