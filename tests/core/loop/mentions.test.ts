import { describe, expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  fails,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { prefixProblem } from '../../fuzz/loop/request-problems';
import { add, COUNT } from './made-calls';
import { revise } from './revise';

const contents = (h: LoopHarness, index: number) =>
  h.requests.at(index)?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])) ?? [];
const sentParts = (content: string | null | undefined) =>
  /<mentioned-parts id="([^"]+)">\n([\s\S]*)\n<\/mentioned-parts id="\1">/.exec(content ?? '')?.[2];

describe('a message that mentions a part of the page', () => {
  it('is sent with the part as it is then, and stays as it was sent', async () => {
    const { h } = await userSends('Why @note:milk?', [says('First.'), says('Third.')]);
    expect(sentParts(contents(h, 0)[0])).toBe('@note:milk\n  number 1 of 1');
    h.notes.editByHand(['eggs', 'milk']);
    await h.send('And now?');
    expect(sentParts(contents(h, 1)[0])).toBe('@note:milk\n  number 1 of 1');
    expect(sentParts(contents(h, 1)[1])).toBeUndefined();
    const { conversation } = await h.settled();
    expect(conversation[0]).toMatchObject({ parts: [{ mention: '@note:milk', text: 'number 1 of 1' }] });
  });

  it('says so if the page has no such part', async () => {
    const { h } = await userSends('Why @note:tea?', [says('Gone.')]);
    expect(sentParts(contents(h, 0)[0])).toBe('@note:tea\n  not on the page');
  });

  it('is sent with the present part when a request without an answer is repeated', async () => {
    const { h } = await userSends('Why @note:milk?', [fails('auth'), says('Now.')]);
    h.notes.editByHand(['eggs', 'milk']);
    await h.control('retry');
    expect(sentParts(contents(h, -1)[0])).toBe('@note:milk\n  number 2 of 2');
  });

  it('is read when it leaves the queue, and each request begins with the one before', async () => {
    const held = heldBack([{ type: 'content', text: 'Wait' }], calls(add('eggs')));
    const h = await createLoopHarness([held.turn, calls(COUNT), says('Done.')]);
    await h.write('First');
    await held.reached;
    await h.write('Why @note:eggs?');
    held.release();
    await h.settled();
    expect(h.requests).toHaveLength(3);
    expect(sentParts(contents(h, 1).at(-1))).toBe('@note:eggs\n  number 2 of 2');
    for (const [index, request] of h.requests.slice(1).entries()) {
      const before = h.requests[index];
      expect(before === undefined ? null : prefixProblem(before, request)).toBeNull();
    }
  });

  it('is read with the next message if its own run ended before a request', async () => {
    const h = await createLoopHarness([says('Now.')]);
    h.choice.model = null;
    await h.send('Why @note:milk?');
    await h.loop.stop(h.chatId);
    h.choice.model = 'm';
    await h.send('Go on');
    expect(sentParts(contents(h, 0)[0])).toBe('@note:milk\n  number 1 of 1');
  });

  it('is read again after an edit', async () => {
    const { h } = await userSends('Why @note:milk?', [says('First.'), says('Second.')]);
    const [message] = (await h.settled()).conversation;
    h.notes.editByHand(['eggs', 'milk']);
    await revise(h, message?.id ?? '', 'Why @note:eggs?', 'keep');
    await h.settled();
    expect(sentParts(contents(h, -1)[0])).toBe('@note:eggs\n  number 1 of 2');
  });
});
