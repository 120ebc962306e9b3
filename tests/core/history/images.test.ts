import { describe, expect, it } from 'vitest';
import { buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import { messageTokens } from '@/src/core/history/message-tokens';
import { imageTokens } from '@/src/core/records/image';
import type { Message, UserMessage } from '@/src/schema/message';
import { messageImage } from '../../fakes/an-image';
import { chatToSend } from '../../fakes/chat-to-send';

function said(position: number, content: string, ...imageIds: string[]): UserMessage {
  return {
    role: 'user',
    id: `u${position}`,
    chatId: 'c',
    runId: null,
    position,
    createdAtMs: 0,
    discardedBy: null,
    content,
    ...(imageIds.length === 0 ? {} : { images: imageIds.map(messageImage) }),
    changes: [],
    nonce: 'n',
  };
}

function built(messages: Message[], takesImages: boolean) {
  const chat = chatToSend({ messages, run: null, systemPrompt: '', tools: [], settings: {} });
  return buildMessagesForApi(chat, { acceptsCacheControl: true, takesImages }, false);
}

describe('the images of messages', () => {
  it('are sent with their message', () => {
    expect(built([said(0, 'See', 'a', 'b')], true).messages).toEqual([
      { role: 'user', content: 'See', images: [messageImage('a'), messageImage('b')] },
    ]);
  });

  it('are joined with their messages, in order', () => {
    const entries = [said(0, 'One', 'a'), said(1, 'Two'), said(2, 'Three', 'b')];
    expect(built(entries, true).messages).toEqual([
      { role: 'user', content: 'One\n\nTwo\n\nThree', images: [messageImage('a'), messageImage('b')] },
    ]);
  });

  it('are named and counted instead for a model that takes none', () => {
    const { messages, omissions } = built([said(0, 'One', 'a'), said(1, 'Two', 'b')], false);
    const left = (name: string) => `[image "${name}.gif": left out, since this model takes no images]`;
    expect(messages).toEqual([{ role: 'user', content: ['One\n\nTwo', left('a'), left('b')].join('\n\n') }]);
    expect(omissions).toEqual([{ what: 'images', reason: 'model-takes-none', count: 2, tools: [] }]);
  });

  it('count as tokens by their size in pixels', () => {
    const image = { ...messageImage('a'), width: 1_500, height: 1_000 };
    expect(imageTokens(image)).toBe(2_000);
    const text = messageTokens({ role: 'user', content: 'See' });
    expect(messageTokens({ role: 'user', content: 'See', images: [image, image] })).toBe(text + 4_000);
  });
});
