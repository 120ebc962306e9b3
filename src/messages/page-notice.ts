import { z } from 'zod';
import { PAGE_CHANNEL } from './channels';

/** The name that a content script gives its document. */
export const documentName = z.string().min(1).max(100);

/** The schema of what a content script sends without a request. It is untrusted. */
export const pageNoticeSchema = z.discriminatedUnion('notice', [
  z.strictObject({
    channel: z.literal(PAGE_CHANNEL),
    notice: z.literal('state-changed'),
    document: documentName,
    order: z.int().nonnegative(),
  }),
  z.strictObject({
    channel: z.literal(PAGE_CHANNEL),
    notice: z.literal('stop-requested'),
    leaseId: z.string().min(1).max(100),
  }),
  z.strictObject({ channel: z.literal(PAGE_CHANNEL), notice: z.literal('open-requested') }),
]);
