import { z } from 'zod';
import { pageToolsSchema } from '@/src/schema/page-tool';
import { type AnyPageContext, PAGE_LIMITS } from './any-page-context';

// The content script cuts texts at PAGE_LIMITS.text and appends an ellipsis.
const text = z.string().max(PAGE_LIMITS.text + 1);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(PAGE_LIMITS.elements);

const section = z.strictObject({
  key: z.string().min(1).max(200),
  heading: text,
  text: list(text),
  tables: list(
    z.strictObject({
      key: z.string().max(20),
      columns: z.array(text).max(PAGE_LIMITS.cells),
      rows: z.array(z.array(text).max(PAGE_LIMITS.cells)).max(PAGE_LIMITS.rows),
      rowCount: z.int().min(0),
    }),
  ),
  fields: list(z.strictObject({ label: text, value: z.union([text, z.boolean(), z.null()]) })),
  links: list(z.strictObject({ text, address: z.string().max(3_000) })),
});

/** A context as the content script reports it; rejects more than the limits allow. */
export const contextSchema: z.ZodType<AnyPageContext> = z.strictObject({
  visit: z.string().max(64),
  address: z.string().max(3_000),
  title: text,
  sections: z.array(section).max(PAGE_LIMITS.sections),
  isCut: z.boolean(),
  tools: pageToolsSchema,
  toolsLeftOut: z.int().min(0),
});
