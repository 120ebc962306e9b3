import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';

const SENDABLE_NAME = /^[\w.-]{1,64}$/;

/** Prefix of the names of all page tools. No other tool has it. */
const PREFIX = 'page_';

/** True for the name of a tool that a page offers. */
export function isPageToolName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Longest name that the OpenAI API accepts. */
const MAX_NAME = 64;
/** Number of hex digits of the fingerprint that distinguish two tools whose names can't be sent as they are. */
const MARK_LENGTH = 8;

/** The name by which the model calls the tool: the page's name with the prefix if the API accepts it; otherwise shortened and made unique. */
export function sentName({ name, fingerprint }: Pick<PageTool, 'name' | 'fingerprint'>): string {
  const whole = PREFIX + name;
  if (whole.length <= MAX_NAME && /^[\w-]+$/.test(name)) return whole;
  const mark = `_${fingerprint.slice(0, MARK_LENGTH)}`;
  return whole.replace(/[^\w-]/g, '_').slice(0, MAX_NAME - mark.length) + mark;
}

/** The step that Steward requests from the page. The page refuses it if it has changed the tool since. */
export function pageToolStep({ name, fingerprint }: PageTool, args: JsonObject): JsonObject {
  return { tool: name, fingerprint, args };
}

/**
 * True for the name of an argument that endpoints accept. Anthropic's API refuses a whole request if a tool has one with other
 * characters, or a longer one.
 */
export function isSendableName(name: string): boolean {
  return SENDABLE_NAME.test(name);
}
