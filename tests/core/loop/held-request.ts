import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createLoopHarness, heldBack, type Turn } from '../../fakes/loop-harness';

/** A chat whose first request is running. It is answered with `after` once it is released, and later ones with `rest`. */
export async function duringRequest(after: AIStreamChunk[], ...rest: Turn[]) {
  const held = heldBack([], after);
  const h = await createLoopHarness([held.turn, ...rest]);
  await h.loop.sendUserMessage(h.chatId, 'Go');
  await held.reached;
  return { h, release: held.release };
}
