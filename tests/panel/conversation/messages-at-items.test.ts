import { expect, it } from 'vitest';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import { messagesAtItems } from '@/src/panel/conversation/use-entries';
import type { Message } from '@/src/schema/message';

const message = (id: string, role: 'user' | 'assistant' | 'system', createdAtMs: number) =>
  ({ id, role, createdAtMs }) as Message;
const item = (key: string): RenderEvent => ({ kind: 'title', key, text: '' });
const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes).getTime();

it('a message opens an hour if it is the first one of that hour and day; messages without an entry don’t count', () => {
  const messages = [
    message('u1', 'user', at(19, 23, 5)),
    message('a1', 'assistant', at(19, 23, 59)),
    // The same hour on another day.
    message('u2', 'user', at(20, 23, 0)),
    message('a2', 'assistant', at(21, 0, 1)),
    message('u3', 'user', at(21, 0, 59)),
    // This message has no entry, so the next answer opens the hour.
    message('a3', 'assistant', at(21, 1, 0)),
    message('s', 'system', at(21, 1, 1)),
    message('a4', 'assistant', at(21, 1, 2)),
  ];
  const items = ['u1', 'a1:answer', 'u2', 'a2:thinking', 'a2:answer', 'u3', 's', 'a4:call:0'].map(item);
  const placed = [...messagesAtItems(messages, items)];
  expect(placed.flatMap(([key, { opensHour }]) => (opensHour ? [key] : []))).toEqual([
    'u1',
    'u2',
    'a2:answer',
    'a4:call:0',
  ]);
});
