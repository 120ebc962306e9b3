import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { sendCommand } from '@/src/panel/data/send-command';

/** Requests a preview from the background; its type follows from the target's kind. */
export async function previewReversal<Kind extends PreviewedReversal['kind']>(
  chatId: string,
  target: PreviewedReversal & { kind: Kind },
): Promise<ReversalPreview<Kind>> {
  // The background answers with a preview of the target's kind.
  return (await sendCommand({ type: 'preview-reversal', chatId, target })) as ReversalPreview<Kind>;
}
