import { expect } from 'vitest';
import type { LoopHarness } from '../../fakes/loop-harness';

export const FIRST = 'chat';
export const SECOND = 'second';

export async function statusOf(h: LoopHarness, chatId: string) {
  return (await h.deps.journal.load(chatId)).run?.status;
}

/** Waits until a chat's run has this status. */
export async function reaches(h: LoopHarness, chatId: string, status: object): Promise<void> {
  await expect.poll(() => statusOf(h, chatId)).toMatchObject(status);
}

/** Waits until a chat's run has concluded. */
export const concludes = (h: LoopHarness, chatId: string) => reaches(h, chatId, { outcome: 'completed' });
