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
  /** JSON of all tools. Tools beyond this limit are not offered. */
  all: 40_000,
  /** Text of one answer; the rest is cut. */
  answer: 50_000,
} as const;
