import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';

/** Begins the name of every tool of a page. No tool of Steward's does. */
const PREFIX = 'page_';
/** Longest name that the OpenAI API accepts. */
const MAX_NAME = 64;
/** Hex digits of the fingerprint that tell apart two tools whose names can't be sent as they are. */
const MARK_LENGTH = 8;

/** The name that the model calls it by: the page's, if the API accepts it with the prefix; otherwise as much as fits, made unique. */
export function sentName({ name, fingerprint }: Pick<PageTool, 'name' | 'fingerprint'>): string {
  const whole = PREFIX + name;
  if (whole.length <= MAX_NAME && /^[\w-]+$/.test(name)) return whole;
  const mark = `_${fingerprint.slice(0, MARK_LENGTH)}`;
  return whole.replace(/[^\w-]/g, '_').slice(0, MAX_NAME - mark.length) + mark;
}

/** The step that is requested of the page: it refuses a tool that it has changed since. */
export function pageToolStep({ name, fingerprint }: PageTool, args: JsonObject): JsonObject {
  return { tool: name, fingerprint, args };
}
