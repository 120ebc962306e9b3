import type { JsonObject } from '../json';

/** A page's claims about one of its tools. They may make Steward more careful, never less. */
export type PageToolHints = {
  readOnly: boolean;
  /** Its answers hold text of others. */
  untrusted: boolean;
  /** A call has consequences that matter. */
  consequential: boolean;
};

/** A tool that a page offers by WebMCP, as its content script read it. Everything in it is written by the page. */
export type PageTool = {
  /** The page's own name for it. */
  name: string;
  /** Empty if the page gives none. */
  title: string;
  description: string;
  /** JSON Schema of its arguments; empty if the page gives none. */
  inputSchema: JsonObject;
  hints: PageToolHints;
  /** Hash of everything that the page declares about it, uncut: 64 hex digits. A changed tool has another one. */
  fingerprint: string;
};

/** Limits of what is read of a page's tools. Lengths are UTF-16 units. */
export const PAGE_TOOL_LIMITS = {
  tools: 40,
  name: 128,
  title: 100,
  description: 1_000,
  /** JSON of one input schema. A tool with a longer one is not offered. */
  schema: 8_000,
  /** Levels of nested objects and lists in an input schema. */
  schemaLevels: 12,
  /** JSON of all tools. Those behind this limit are not offered. */
  all: 40_000,
  /** Text of one answer; the rest is cut. */
  answer: 50_000,
} as const;
