import { hashJson } from '@/src/core/hash';
import { isSendableName } from '@/src/core/tools/sendable-name';
import type { PageTool } from '@/src/schema/page-tool';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { exceededBound } from '@/src/schema/values/json-bounds';
import { PAGE_TOOL_LIMITS } from '@/src/schema/values/page-tool-limits';
import { pageText } from '../read/page-text';
import { modelContextOf, type RegisteredTool } from './model-context';

/** Time for the browser to list the tools, in milliseconds. A page can't delay it. */
const LIST_LIMIT_MS = 2_000;
/** Limits of a declaration that is hashed as a whole. Beyond them a tool is not offered. */
const DECLARED = { levels: 40, length: 200_000 };

/** A page's tools. */
export interface PageTools {
  tools: PageTool[];
  /** Number of tools that exceed the limits, and so are not offered. */
  toolsLeftOut: number;
}

/** A tool with the browser's own object for it. */
export interface OfferedTool {
  tool: PageTool;
  registered: RegisteredTool;
}

/** Reads the tools that the page offers by WebMCP, within the limits; none in a browser without it. */
export async function readPageTools(document: Document): Promise<PageTools> {
  const registered = await registeredTools(document);
  const readable = registered.flatMap((one) => offeredTool(one)?.tool ?? []);
  const tools: PageTool[] = [];
  let left: number = PAGE_TOOL_LIMITS.all;
  for (const tool of readable.slice(0, PAGE_TOOL_LIMITS.tools)) {
    left -= JSON.stringify(tool).length;
    if (left >= 0) tools.push(tool);
  }
  return { tools, toolsLeftOut: registered.length - tools.length };
}

/** The tool with this name and declaration, as the page offers it now; null if it has none. */
export async function findPageTool(
  document: Document,
  { tool: name, fingerprint }: JsonObject,
): Promise<OfferedTool | null> {
  for (const registered of await registeredTools(document)) {
    const offered = registered.name === name ? offeredTool(registered) : null;
    if (offered?.tool.fingerprint === fingerprint) return offered;
  }
  return null;
}

async function registeredTools(document: Document): Promise<RegisteredTool[]> {
  const context = modelContextOf(document);
  if (context === null) return [];
  const limit = new Promise<RegisteredTool[]>((resolve) => setTimeout(resolve, LIST_LIMIT_MS, []));
  // A document that may not use WebMCP refuses the list: such a page offers no tools.
  const listed = context.getTools().catch((): RegisteredTool[] => []);
  const tools = await Promise.race([listed, limit]);
  const own = document.location.origin;
  return tools.filter(({ origin }) => origin === undefined || origin === own);
}

/** Null for a tool whose declaration exceeds the limits, or is unreadable. */
function offeredTool(registered: RegisteredTool): OfferedTool | null {
  // WebMCP: a page may leave these out, and a hint that is missing is false.
  const { name, title = '', description = '', annotations = {} } = registered;
  const inputSchema = schemaOf(registered);
  const hints = {
    readOnly: annotations.readOnlyHint === true,
    untrusted: annotations.untrustedContentHint === true,
    consequential: annotations.consequentialHint === true,
  };
  const declared = { name, title, description, inputSchema, hints };
  if (inputSchema === null || exceededBound(declared, DECLARED) !== null) return null;
  if (JSON.stringify(inputSchema).length > PAGE_TOOL_LIMITS.schema) return null;
  if (exceededBound(inputSchema, { ...DECLARED, levels: PAGE_TOOL_LIMITS.schemaLevels }) !== null)
    return null;
  if (name === '' || name.length > PAGE_TOOL_LIMITS.name || !hasSendableNames(inputSchema)) return null;
  const tool = {
    name,
    title: cut(pageText(title), PAGE_TOOL_LIMITS.title),
    description: cut(pageText(description), PAGE_TOOL_LIMITS.description),
    inputSchema,
    hints,
    fingerprint: hashJson(declared),
  };
  return { tool, registered };
}

/** True if endpoints take the names of the tool's own arguments. */
function hasSendableNames({ properties, required }: JsonObject): boolean {
  // JSON Schema: both may be missing.
  const named = [...Object.keys(Object(properties ?? {})), ...(Array.isArray(required) ? required : [])];
  return named.every((name) => isSendableName(String(name)));
}

/** The schema as an object; null if it is none. */
function schemaOf({ inputSchema }: RegisteredTool): JsonObject | null {
  if (inputSchema === undefined || inputSchema === '') return {};
  try {
    const text = typeof inputSchema === 'string' ? inputSchema : JSON.stringify(inputSchema);
    if (text.length > DECLARED.length) return null;
    const parsed: Json = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    // A text of an earlier browser that is no JSON: the tool can't be called safely.
    return null;
  }
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
