import { expect, it } from 'vitest';
import { buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import { admit } from '@/src/core/loop/accept-input';
import { transition } from '@/src/core/records/transition';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';

/** A value that another version of Steward might have stored. */
const unknown = { state: 'dreaming', type: 'dreamt', role: 'dreamer', position: 0, discardedBy: null };

it.each<[string, () => unknown]>([
  ['a status', () => admit(unknown as never, { kind: 'user' })],
  ['an event of a status', () => transition({ state: 'processing' }, unknown as never)],
  [
    'an entry of the record',
    () =>
      buildMessagesForApi(
        chatToSend({
          systemPrompt: '',
          messages: [unknown as never],
          run: unknown as never,
          tools: [],
          settings: {},
        }),
        ABLE,
        false,
      ),
  ],
])('%s that nobody knows is refused rather than guessed at', (_what, look) => {
  expect(look).toThrow(`Unexpected value: ${JSON.stringify(unknown)}`);
});
