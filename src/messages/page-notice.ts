import { z } from 'zod';
import { PAGE_CHANNEL } from './channels';

/** The name that a content script gives its document. */
export const documentName = z.string().min(1).max(100);

const count = z.int().nonnegative().max(100_000);

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
  z.strictObject({
    channel: z.literal(PAGE_CHANNEL),
    notice: z.literal('progressed'),
    executionId: z.string().min(1).max(100),
    done: count,
    total: count,
    isHeldUp: z.boolean(),
  }),
]);
