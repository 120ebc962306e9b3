import { z } from 'zod';
import { pageToolsSchema } from '@/src/schema/page-tool';
import { PAGE_LIMITS } from './page-limits';

// The content script cuts texts at PAGE_LIMITS.text and appends an ellipsis.
const text = z.string().max(PAGE_LIMITS.text + 1);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(PAGE_LIMITS.elements);

export const sectionSchema = z.strictObject({
  /** Made from the heading's words; unique on the page. */
  key: z.string().min(1).max(200),
  /** Empty for the content before the first heading. */
  heading: text,
  text: list(text),
  tables: list(
    z.strictObject({
      /** For example `table-1` for the first table of its section. */
      key: z.string().max(20),
      /** Texts of the header cells; empty for a table without a header. */
      columns: z.array(text).max(PAGE_LIMITS.cells),
      /** Texts of the other cells, row by row. */
      rows: z.array(z.array(text).max(PAGE_LIMITS.cells)).max(PAGE_LIMITS.rows),
      /** Number of all rows except the header. */
      rowCount: z.int().min(0),
    }),
  ),
  fields: list(
    z.strictObject({
      label: text,
      /**
       * The text, or the selected options; true or false for a check box or a radio button; null for a value that may be
       * secret.
       */
      value: z.union([text, z.boolean(), z.null()]),
    }),
  ),
  /** The URL of a link is without its query, which may contain secrets. */
  links: list(z.strictObject({ text, address: z.string().max(3_000) })),
});

/** A context as the content script reports it; rejects more than the limits allow. */
export const contextSchema = z.strictObject({
  /** Hash of the document and its full URL. It changes with each navigation, also with one within the document. */
  visit: z.string().max(64),
  /** The URL without its query, but with the route of a hash router. */
  address: z.string().max(3_000),
  title: text,
  sections: z.array(sectionSchema).max(PAGE_LIMITS.sections),
  /** True if the page has more content than the limits allow Steward to read. */
  isCut: z.boolean(),
  /** Tools that the page offers by WebMCP. */
  tools: pageToolsSchema,
  /** Number of the page's tools that exceed the limits and are therefore not offered. */
  toolsLeftOut: z.int().min(0),
});
