import type { LoopHarness } from '../../fakes/loop-harness';

/** The page as it is read now. */
export async function readPage(h: LoopHarness) {
  const { chat } = await h.record();
  return h.deps.page.readContext(chat, new AbortController().signal);
}

/** The page sends a notice with its present state. Returns the chat's record when the loop has worked on it. */
export async function note(h: LoopHarness, kind: 'there' | 'changed') {
  await h.loop.notePage(h.chatId, { kind, reading: await readPage(h) });
  return h.settled();
}
