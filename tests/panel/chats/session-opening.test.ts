import { describe, expect, it, vi } from 'vitest';
import { createSessionOpening } from '@/src/panel/chats/session-opening';

const failed = new Error('The page is gone.');

describe('while a session is being opened', () => {
  it('a model chosen and a message sent are for the new chat', async () => {
    const sessions = createSessionOpening();
    const opening = sessions.open(async () => 'new');
    const meant = sessions.targetChat('old');
    expect([await opening, await meant]).toEqual(['new', 'new']);
  });

  it('a second click opens no second session', async () => {
    const sessions = createSessionOpening();
    const work = vi.fn(async () => 'new');
    expect(await Promise.all([sessions.open(work), sessions.open(work)])).toEqual(['new', 'new']);
    expect(work).toHaveBeenCalledOnce();
  });

  it('and can’t be, nothing goes to the chat before', async () => {
    const sessions = createSessionOpening();
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
  ])('where it %s, the chat shown is meant, and another can be opened', async (_, work) => {
    const sessions = createSessionOpening();
    await sessions.open(work).catch(() => undefined);
    expect(await sessions.targetChat('shown')).toBe('shown');
    expect(await sessions.open(async () => 'next')).toBe('next');
  });
});
