// @document
import { fireEvent } from '@testing-library/react/pure';
import { useRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useScrollLoading } from '@/src/panel/conversation/conversation';
import { userMessage } from '../stored-messages';
import { withRendering } from '../with-rendering';

const page = withRendering();
const BATCH = { executions: [], unanswered: [], hasEarlier: true, opensWithPrompt: false };

let loads: string[];

beforeEach(() => {
  loads = [];
});

function Stage({ shown, hasLater = true }: { shown: number; hasLater?: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollLoading(scroller, {
    batch: { ...BATCH, messages: [userMessage({ id: `m${shown}` })], hasEarlier: shown > 0 },
    hasLater,
    showEarlier: () => loads.push('earlier'),
    showLater: () => loads.push('later'),
    showAt: () => undefined,
    showNewest: () => undefined,
  });
  return <div ref={scroller} data-testid="box" />;
}

/** Places the user at this distance from the top of a conversation of 5,000 pixels. */
function scrollTo(top: number): void {
  const box = page.shown.getByTestId('box');
  // jsdom has no layout.
  Object.defineProperty(box, 'scrollHeight', { configurable: true, get: () => 5000 });
  Object.defineProperty(box, 'clientHeight', { configurable: true, get: () => 400 });
  box.scrollTop = top;
  fireEvent.scroll(box);
}

it.each([
  { condition: 'up near the start', from: 2000, to: 300, loaded: ['earlier'] },
  { condition: 'down near the start', from: 200, to: 300, loaded: [] },
  { condition: 'down near the end', from: 2000, to: 4500, loaded: ['later'] },
  { condition: 'up near the end', from: 4600, to: 4500, loaded: [] },
  { condition: 'in the middle', from: 2000, to: 2500, loaded: [] },
])('a scroll $condition loads $loaded', ({ from, to, loaded }) => {
  page.render(<Stage shown={1} />);
  scrollTo(from);
  loads = [];
  scrollTo(to);
  expect(loads).toEqual(loaded);
});

it('a scroll back to the same distance loads the next batch, though a batch came in above meanwhile', () => {
  page.render(<Stage shown={1} />);
  scrollTo(2000);
  scrollTo(300);
  // The browser shifts the position by the height of the batch; its event and the user's are one.
  page.render(<Stage shown={2} />);
  scrollTo(300);
  expect(loads).toEqual(['earlier', 'earlier']);
});

it('at the first message nothing earlier is loaded', () => {
  page.render(<Stage shown={0} />);
  scrollTo(2000);
  scrollTo(0);
  expect(loads).toEqual([]);
});

it('a jump from far back to the end loads nothing', () => {
  page.render(<Stage shown={1} />);
  scrollTo(2000);
  page.render(<Stage shown={2} hasLater={false} />);
  scrollTo(400);
  expect(loads).toEqual([]);
});
