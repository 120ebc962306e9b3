import { z } from 'zod';

/** The page that a chat is about. It changes only on the user's request. */
export const pageBindingSchema = z.strictObject({
  adapterId: z.string().min(1).max(100),
  /** `scheme://host:port` of the page. */
  origin: z.url().max(300),
  instanceId: z.string().max(1_000),
  title: z.string().max(1_000),
});

export type PageBinding = z.infer<typeof pageBindingSchema>;

/** The identity of a page: a binding without the title, which may change. */
export const pagePlaceSchema = pageBindingSchema.omit({ title: true });

export type PagePlace = z.infer<typeof pagePlaceSchema>;
