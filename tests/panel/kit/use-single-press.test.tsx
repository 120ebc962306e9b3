// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function Stop({ work, chatId }: { work(): Promise<unknown>; chatId: string }) {
  const { isBusy, press } = useSinglePress(work, chatId);
  return (
    <button type="button" disabled={isBusy} onClick={press}>
      Stop
    </button>
  );
}

it('a press is ignored while the work of an earlier one for the same subject is running', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const show = (chatId: string) => rendering.render(<Stop work={work} chatId={chatId} />);
  show('a');
  await rendering.press('Stop');
  await rendering.press('Stop');
  expect(work).toHaveBeenCalledTimes(1);
  show('b');
  await rendering.press('Stop');
  expect(work).toHaveBeenCalledTimes(2);
  await act(async () => ends[0]?.());
  await rendering.press('Stop');
  expect(work).toHaveBeenCalledTimes(2);
  await act(async () => ends[1]?.());
  await rendering.press('Stop');
  expect(work).toHaveBeenCalledTimes(3);
});
