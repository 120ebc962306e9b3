import type { LoopHarness } from '../../fakes/loop-harness';

/** The page sends a notice with its present state. Returns the chat's record when the loop has worked on it. */
export async function note(h: LoopHarness, kind: 'there' | 'changed') {
  const { chat } = await h.record();
  const reading = await h.deps.page.readContext(chat, new AbortController().signal);
  await h.loop.notePage(h.chatId, { kind, reading });
  return h.settled();
}
