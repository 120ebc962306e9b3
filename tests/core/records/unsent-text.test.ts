import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { afterTaking, unsent, withUnsentText } from '@/src/core/records/unsent-text';
import type { Chat, QueuedMessage } from '@/src/schema/chat';
import { messageImage } from '../../fakes/an-image';

const chatWith = (changes: Partial<Chat>): Chat => ({
  ...newChat({
    id: 'c',
    title: 'T',
    atMs: 0,
    binding: null,
    settings: newChatSettings(),
    lastStateHash: null,
  }),
  ...changes,
});
const first: QueuedMessage = { text: 'first', images: [messageImage('i')], queuedAtMs: 1 };
const second: QueuedMessage = { text: 'second', queuedAtMs: 2 };

it.each<[string, QueuedMessage | null, Chat['setAside'], true | undefined, Partial<Chat>]>([
  ['leaves the slot empty', first, undefined, undefined, { pendingMessage: null }],
  [
    'is set aside if it is replaced',
    first,
    undefined,
    true,
    { pendingMessage: null, setAside: unsent(first) },
  ],
  ['leaves a newer one in the slot', second, undefined, undefined, { pendingMessage: second }],
  [
    'is not offered although a newer one set it aside meanwhile',
    second,
    unsent(first),
    undefined,
    { pendingMessage: second },
  ],
])('a message that is taken from the queue %s', (_, pendingMessage, setAside, isReplaced, left) => {
  const chat = chatWith({ pendingMessage, ...(setAside === undefined ? {} : { setAside }) });
  const taken = { message: first, events: [], ...(isReplaced === undefined ? {} : { isReplaced }) };
  expect(afterTaking(chat, taken)).toEqual(chatWith(left));
});

it('what else is set aside stays when one of the messages enters the conversation', () => {
  const text = (letter: string) => fc.stringMatching(new RegExp(`^${letter}{1,3}(\n${letter}{1,3})?$`));
  fc.assert(
    fc.property(text('a'), text('b'), text('c'), (earlier, sent, later) => {
      const before = { text: earlier, images: [messageImage('e')], atMs: 1 };
      const message: QueuedMessage = { text: sent, images: [messageImage('i')], queuedAtMs: 2 };
      const setAside = withUnsentText(withUnsentText(before, unsent(message)), { text: later, atMs: 3 });
      const chat = chatWith({ setAside, pendingMessage: second });
      const { setAside: kept } = afterTaking(chat, { message, events: [] });
      expect(kept?.text).toBe(`${earlier}\n${later}`);
      expect(kept?.images).toEqual([messageImage('e')]);
    }),
  );
});
