// @document
import { expect, it, vi } from 'vitest';
import { JumpButton, useNewMessages } from '@/src/panel/conversation/conversation';
import type { Message } from '@/src/schema/message';
import { withFrameRendering } from '../with-rendering';

const page = withFrameRendering();

const message = (position: number, role: Message['role']) =>
  ({ id: `m${position}`, position, role }) as unknown as Message;

function Jump(props: { messages: readonly Message[]; streamingId: string | null; isAway: boolean }) {
  const newMessages = useNewMessages(props.messages, props.streamingId, props.isAway);
  return props.isAway && <JumpButton newMessages={newMessages} onJump={() => undefined} />;
}

function shown(messages: readonly Message[], streamingId: string | null, isAway: boolean): string[] {
  page.render(<Jump messages={messages} streamingId={streamingId} isAway={isAway} />);
  return page.buttonNames();
}

const EARLIER = [message(1, 'user'), message(2, 'assistant')];

it('the button counts what arrived since the user scrolled up, and counts from 0 again at the bottom', () => {
  expect(shown(EARLIER, null, false)).toEqual([]);
  expect(shown(EARLIER, null, true)).toEqual(['Jump to latest']);
  expect(shown(EARLIER, 'm3', true)).toEqual(['1 new message']);
  const called = [...EARLIER, message(3, 'assistant'), message(4, 'tool')];
  expect(shown(called, 'm3', true)).toEqual(['1 new message']);
  expect(shown(called, 'm5', true)).toEqual(['2 new messages']);
  expect(shown([...called, message(5, 'assistant')], null, true)).toEqual(['2 new messages']);
  expect(shown([...called, message(5, 'assistant')], null, false)).toEqual([]);
  expect(shown([...called, message(5, 'assistant')], null, true)).toEqual(['Jump to latest']);
});

it('an answer that the user scrolled up from is no new message when it is complete', () => {
  shown(EARLIER, 'm3', false);
  expect(shown(EARLIER, 'm3', true)).toEqual(['Jump to latest']);
  expect(shown([...EARLIER, message(3, 'assistant')], null, true)).toEqual(['Jump to latest']);
});

it('the button leads to the end of the conversation, and leaves the focus to the message field', async () => {
  const onJump = vi.fn();
  page.render(<JumpButton newMessages={0} onJump={onJump} />);
  page.button('Jump to latest').focus();
  await page.press('Jump to latest');
  expect(onJump).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(page.frame.message);
});
