import { MAX_PART_LENGTH } from '@/src/messages/channels';
import type { TextPart } from '@/src/messages/text-part';
import type { TaskTools } from '@/src/panel/kit/progress/use-task';

/**
 * Sends a file's text in parts, since browsers limit the size of a message. Resolves to the result of the last part; rejects when
 * the task is cancelled.
 */
export async function sendInParts<Result>(
  text: string,
  { signal, onShare }: TaskTools,
  send: (part: TextPart) => Promise<Result>,
): Promise<Result> {
  for (let index = 0; ; index += 1) {
    signal.throwIfAborted();
    const start = index * MAX_PART_LENGTH;
    const end = start + MAX_PART_LENGTH;
    const isLast = end >= text.length;
    onShare(start / Math.max(text.length, 1));
    const result = await send({ text: text.slice(start, end), index, isLast });
    if (isLast) return result;
  }
}
