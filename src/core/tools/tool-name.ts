import { bareToolName } from '../records/bare-tool-name';
import type { ToolDefinition } from './tool-definition';

/** Longest name that the OpenAI API accepts. */
const MAX_LENGTH = 64;

/** The tool with exactly this name, else the one with the bare name; undefined if there is none. */
export function toolNamed(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  const named = (wanted: string) => tools.find((tool) => tool.name === wanted);
  return named(name) ?? named(bareToolName(name));
}

/**
 * The name as it is sent with the conversation. Strict endpoints reject characters other than letters,
 * digits, `_` and `-`.
 */
export function wireToolName(name: string): string {
  return (
    bareToolName(name)
      .replace(/[^\w-]/g, '_')
      // Endpoints reject an empty name, and the call is answered with an error anyway.
      .slice(0, MAX_LENGTH) || 'unnamed'
  );
}
