// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { BranchButton } from '@/src/panel/conversation/revision/message-actions';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const NAME = 'Branch from here';

it('makes one chat at a time, and keeps the focus', async () => {
  let settle = () => {};
  const onBranch = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  rendering.render(<BranchButton isBefore={false} onBranch={onBranch} />);
  await rendering.press(NAME);
  await rendering.press(NAME);
  expect(onBranch).toHaveBeenCalledOnce();
  expect(rendering.button(NAME).getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(rendering.button(NAME));
  // It stays where it is if there is no new chat.
  await act(async () => settle());
  await rendering.press(NAME);
  expect(onBranch).toHaveBeenCalledTimes(2);
});
