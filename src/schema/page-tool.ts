import { z } from 'zod';
import { isJsonObject, type JsonObject } from './values/json';
import { exceededBound, isJson } from './values/json-bounds';
import { PAGE_TOOL_LIMITS } from './values/page-tool-limits';

const SCHEMA_BOUNDS = { levels: PAGE_TOOL_LIMITS.schemaLevels, length: PAGE_TOOL_LIMITS.schema };

const inputSchema = z.custom<JsonObject>(
  (value) => exceededBound(value, SCHEMA_BOUNDS) === null && isJson(value) && isJsonObject(value),
  'no JSON Schema within the bounds',
);

/** A page's claims about one of its tools. They may make Steward more careful, never less. */
const pageToolHintsSchema = z.strictObject({
  readOnly: z.boolean(),
  /** Its answers contain texts of third parties. */
  untrusted: z.boolean(),
  /** A call has consequences that matter. */
  consequential: z.boolean(),
});

/**
 * A tool that a page offers by WebMCP, as its content script read it. Everything in it is written by the page. The content
 * script cuts texts at the limits, and adds an ellipsis to a cut text.
 */
const pageToolSchema = z.strictObject({
  /** The page's own name for it. */
  name: z.string().min(1).max(PAGE_TOOL_LIMITS.name),
  /** Empty if the page gives none. */
  title: z.string().max(PAGE_TOOL_LIMITS.title + 1),
  description: z.string().max(PAGE_TOOL_LIMITS.description + 1),
  /** JSON Schema of its arguments; empty if the page gives none. */
  inputSchema,
  hints: pageToolHintsSchema,
  /** Hash of everything that the page declares about it, uncut: 64 hex digits. Changes with the declaration. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
});

export type PageTool = z.infer<typeof pageToolSchema>;

/** The tools of a page, as a content script reports them and as a chat's row has them. */
export const pageToolsSchema = z.array(pageToolSchema).max(PAGE_TOOL_LIMITS.tools);
