import type { ApiMessage } from '@/src/schema/api-message';
import { quoted } from '../tools/quoted';
import type { OmissionCount } from './omissions';
import type { RequestMessage } from './request-message';

/** A message with its images named instead of sent, for a model that takes none: the chat's earlier messages may have some. */
export function withoutImages(
  { message, sources }: RequestMessage,
  omissions: OmissionCount,
): RequestMessage {
  const images = message.role === 'user' ? (message.images ?? []) : [];
  if (message.role !== 'user' || images.length === 0) return { message, sources };
  omissions.add({ what: 'images', reason: 'model-takes-none' }, images.length, []);
  const names = images.map(
    ({ name }) => `[image ${quoted(name)}: left out, since this model takes no images]`,
  );
  const plain: ApiMessage = { role: 'user', content: [message.content, ...names].join('\n\n') };
  return { message: plain, sources };
}
