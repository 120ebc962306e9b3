import { z } from 'zod';
import type { JsonObject } from '../json';
import { exceededBound, isJson } from '../json-bounds';
import { PAGE_TOOL_LIMITS, type PageTool } from '../records/page-tool';
import { isJsonObject } from './is-json-object';

const SCHEMA_BOUNDS = { levels: PAGE_TOOL_LIMITS.schemaLevels, length: PAGE_TOOL_LIMITS.schema };

const inputSchema = z.custom<JsonObject>(
  (value) => exceededBound(value, SCHEMA_BOUNDS) === null && isJson(value) && isJsonObject(value),
  'no JSON Schema within the bounds',
);

// The content script cuts texts at the limits; a cut text has an ellipsis more.
const pageTool: z.ZodType<PageTool> = z.strictObject({
  name: z.string().min(1).max(PAGE_TOOL_LIMITS.name),
  title: z.string().max(PAGE_TOOL_LIMITS.title + 1),
  description: z.string().max(PAGE_TOOL_LIMITS.description + 1),
  inputSchema,
  hints: z.strictObject({ readOnly: z.boolean(), untrusted: z.boolean(), consequential: z.boolean() }),
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The tools of a page, as a content script reports them and as a chat's row has them. */
export const pageToolsSchema = z.array(pageTool).max(PAGE_TOOL_LIMITS.tools);
