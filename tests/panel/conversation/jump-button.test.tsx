// @document
import { expect, it, vi } from 'vitest';
import { JumpButton } from '@/src/panel/conversation/conversation';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();

it('leads to the end of the conversation, and leaves the focus to the message field', async () => {
  const onJump = vi.fn();
  rendering.render(<JumpButton newMessages={0} onJump={onJump} />);
  rendering.button('Jump to latest').focus();
  await rendering.press('Jump to latest');
  expect(onJump).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(rendering.frame.message);
});
