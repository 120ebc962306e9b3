import type { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { failure } from './tool-results';

/** Ends the computation of a call with the call's result. */
export class FailedCall extends Error {
  constructor(readonly result: ToolResult) {
    super(result.message);
  }
}

/** Thrown by a computation that needs a part of the page which the context lacks. It runs again on the completed context. */
export class MissingPart extends Error {
  /** @param part the part's name, for `complete` of the adapter's calls */
  constructor(readonly part: string) {
    super(`The context lacks ${part}.`);
  }
}

/** A tool of an adapter in the background: its definition, and what a call of it does, computed on the page's context. */
export interface ComputedTool<Context, Change> {
  readonly definition: ToolDefinition;
  /**
   * The change of a call, or the result of one that changes nothing. Arguments that the tool's input rejects lead to a result that
   * the model can act on.
   */
  compute(context: Context, args: JsonObject): Change | ToolResult;
}

/** Declares a tool; `compute` gets the arguments as its input parses them. */
export function computedTool<Input extends z.ZodObject, Context, Change>(
  declared: Parameters<typeof defineTool>[0] & { readonly input: Input },
  compute: (context: Context, args: z.output<Input>) => Change | ToolResult,
): ComputedTool<Context, Change> {
  const { name, input } = declared;
  return {
    definition: defineTool(declared),
    compute(context, args) {
      const parsed = input.safeParse(args);
      if (parsed.success) return compute(context, parsed.data);
      return failure('invalid_parameters', `The arguments don’t fit the parameters of ${name}.`);
    },
  };
}

/** A tool that only reads. */
export type ReadTool<Context> = ComputedTool<Context, never>;

/** Declares a tool that only reads. `pagedBy`: as in its definition. */
export function readTool<Input extends z.ZodObject, Context>(
  declared: { name: string; description: string; input: Input; pagedBy?: string },
  read: (context: Context, args: z.output<Input>) => ToolResult,
): ReadTool<Context> {
  return computedTool<Input, Context, never>({ ...declared, effect: 'read' }, read);
}

/** Computes calls of these tools, as `planTool` of a definition. */
export function planToolOf<Context, Change>(tools: readonly ComputedTool<Context, Change>[]) {
  return (context: Context, name: string, args: JsonObject): Change | ToolResult =>
    tools.find(({ definition }) => definition.name === name)?.compute(context, args) ??
    failure('unknown_tool', `This page has no tool ${JSON.stringify(name)}.`);
}
