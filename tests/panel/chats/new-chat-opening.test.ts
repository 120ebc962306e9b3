import { describe, expect, it, vi } from 'vitest';
import { createNewChatOpening } from '@/src/panel/shell/use-new-chat';

const failed = new Error('The page is gone.');

describe('while a session is being opened', () => {
  it('chosen models and sent messages go to the new chat', async () => {
    const sessions = createNewChatOpening();
    const opening = sessions.open(async () => 'new');
    const meant = sessions.targetChat('old');
    expect([await opening, await meant]).toEqual(['new', 'new']);
  });

  it('a second click opens no further session', async () => {
    const sessions = createNewChatOpening();
    const work = vi.fn(async () => 'new');
    expect(await Promise.all([sessions.open(work), sessions.open(work)])).toEqual(['new', 'new']);
    expect(work).toHaveBeenCalledOnce();
  });

  it('a failure sends nothing to the previous chat', async () => {
    const sessions = createNewChatOpening();
    const opening = sessions.open(() => Promise.reject(failed));
    const meant = sessions.targetChat('old');
    await expect(opening).rejects.toBe(failed);
    await expect(meant).rejects.toBe(failed);
  });
});

describe('after that', () => {
  it.each([
    ['opened', async () => 'new'],
    ['failed to open', () => Promise.reject(failed)],
  ])('the target is the chat shown if opening %s, and another one can be opened', async (_, work) => {
    const sessions = createNewChatOpening();
    await sessions.open(work).catch(() => undefined);
    expect(await sessions.targetChat('shown')).toBe('shown');
    expect(await sessions.open(async () => 'next')).toBe('next');
  });
});
