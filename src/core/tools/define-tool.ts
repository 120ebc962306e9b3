import type { Effect, Permission } from '@/src/schema/values/policy';
import { DEFAULT_TOOL_TIMEOUT_MS, type ToolDefinition } from './tool-definition';

/**
 * Permissions in a new chat: effects that a checkpoint can undo run without approval; commits and messages need approval.
 */
const PERMISSION_BY_EFFECT: Readonly<Record<Effect, Permission>> = {
  read: 'allow',
  navigate: 'allow',
  write: 'allow',
  commit: 'ask',
  message: 'ask',
};

type Required = 'name' | 'description' | 'input' | 'effect';

/**
 * Creates a tool definition from its required fields. Defaults: it runs in the page, has no approval text and
 * no tool that reads what its results leave out, has a time limit of {@link DEFAULT_TOOL_TIMEOUT_MS}, and is
 * allowed unless its effect is `commit` or `message`, which need approval.
 *
 * Its requirements on the input are tested (`tests/conformance/checks/tool-input-problem.ts`), not checked here:
 * converting all inputs into JSON Schema would take a tenth of the background's start.
 */
export function defineTool(
  declared: Pick<ToolDefinition, Required> & Partial<Omit<ToolDefinition, Required>>,
): ToolDefinition {
  return {
    question: null,
    defaultPermission: PERMISSION_BY_EFFECT[declared.effect],
    executor: 'page',
    readWith: null,
    timeoutMs: DEFAULT_TOOL_TIMEOUT_MS,
    ...declared,
  };
}
