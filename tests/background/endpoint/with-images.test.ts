import { describe, expect, it } from 'vitest';
import { withImages } from '@/src/background/endpoint/ai-services';
import { wireMessages } from '@/src/background/endpoint/wire-messages';
import type { AIRequest, AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import { newChatSettings } from '@/src/core/records/chat';
import type { ApiMessage } from '@/src/schema/api-message';
import { messageImage } from '../../fakes/an-image';

const ENDPOINT = { baseUrl: 'http://e.test/v1', key: null, headers: {} };
const see: ApiMessage = { role: 'user', content: 'See', images: [messageImage('a'), messageImage('b')] };
const urls = new Map([['a', 'data:image/gif;base64,AAAA']]);

function request(...messages: ApiMessage[]): AIRequest {
  const { parameters } = newChatSettings();
  return { model: 'm', messages, cacheMarks: [], tools: [], toolChoice: 'auto', parameters, streaming: true };
}

/** Sends a request; returns what the service below received, and the ids that were read. */
async function send(given: AIRequest, failure: Error | null) {
  const received: AIRequest[] = [];
  const read: string[][] = [];
  const below: AIService = {
    listModels: async () => [],
    async *stream(_endpoint, sent) {
      received.push(sent);
      if (failure !== null) throw failure;
      yield { type: 'content', text: 'Yes.' };
    },
  };
  const store = {
    urlsOf: async (ids: readonly string[]) => {
      read.push([...ids]);
      return urls;
    },
  };
  const chunks: AIStreamChunk[] = [];
  for await (const chunk of withImages(below, store).stream(ENDPOINT, given, new AbortController().signal)) {
    chunks.push(chunk);
  }
  return { received, read, chunks };
}

describe('a request with images', () => {
  it('gets their data, each read once', async () => {
    const { received, read, chunks } = await send(request(see, see), null);
    expect(read).toEqual([['a', 'b']]);
    expect(received).toEqual([{ ...request(see, see), imageUrls: urls }]);
    expect(chunks).toEqual([{ type: 'content', text: 'Yes.' }]);
  });

  it('without any is passed on as it is', async () => {
    const plain = request({ role: 'user', content: 'Hi' });
    const { received, read } = await send(plain, null);
    expect(read).toEqual([]);
    expect(received[0]).toBe(plain);
  });

  it('rejects with the error of the service if the service throws', async () => {
    const failure = new TypeError('defect');
    await expect(send(request(see), failure)).rejects.toBe(failure);
  });
});

describe('a message with images on the wire', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/gif;base64,AAAA' } };
  const gone = { type: 'text', text: '[image "b.gif": no longer stored]' };

  it('has its text first, then each image, or its name if it is gone', () => {
    expect(wireMessages({ messages: [see], cacheMarks: [], imageUrls: urls }, new Set())).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'See' }, image, gone] },
    ]);
  });

  it('has the cache mark on its text', () => {
    const marked = { type: 'text', text: 'See', cache_control: { type: 'ephemeral' } };
    expect(wireMessages({ messages: [see], cacheMarks: [0], imageUrls: urls }, new Set())).toEqual([
      { role: 'user', content: [marked, image, gone] },
    ]);
  });
});
