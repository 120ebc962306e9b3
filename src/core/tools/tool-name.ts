import type { ToolDefinition } from './tool-definition';

/** Prefixes that some models put before a tool's name. */
const NAMESPACE = /^(?:functions?|tools?|default_api)[.:/]/;

/** Longest name that the OpenAI API takes. */
const MAX_LENGTH = 64;

/** The name without what some models put before it. */
export function bareToolName(name: string): string {
  return name.replace(NAMESPACE, '');
}

/** The tool that a call means: that of exactly its name, else that of its bare name; undefined if there is none. */
export function toolNamed(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  const named = (wanted: string) => tools.find((tool) => tool.name === wanted);
  return named(name) ?? named(bareToolName(name));
}

/** The name as it is sent back with the conversation: strict endpoints refuse other characters than letters, digits, `_` and `-`. */
export function wireToolName(name: string): string {
  return (
    bareToolName(name)
      .replace(/[^\w-]/g, '_')
      .slice(0, MAX_LENGTH) || 'unnamed'
  );
}
