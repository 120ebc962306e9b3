import type { z } from 'zod';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { failure } from '@/src/core/records/tool-result';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';

/** Thrown to end the computation of a call with this result. */
export class FailedCall extends Error {
  constructor(readonly result: ToolResult) {
    super(result.message);
  }
}

/**
 * Thrown by a computation that needs a part of the page which the context lacks. The computation runs again on the
 * completed context.
 */
export class MissingPart extends Error {
  /**
   * @param part name of the part, passed to `complete` of the adapter's calls
   * @param progress the number of such parts that the computation has, and of those that it needs; missing if that is of no interest
   */
  constructor(
    readonly part: string,
    readonly progress?: Pick<ChangeProgress, 'done' | 'total'>,
  ) {
    super(`The context lacks ${part}.`);
  }
}

/** A tool that the background computes on the page's context: its definition and its implementation. */
export interface ComputedTool<Context, Change> {
  readonly definition: ToolDefinition;
  /**
   * The change of a call, or the result of a call that changes nothing. If the input schema rejects the arguments, the
   * result tells the model how to correct them.
   */
  compute(context: Context, args: JsonObject): Change | ToolResult;
}

/** Declares a tool; `compute` receives the arguments as parsed by `input`. */
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

export type ReadTool<Context> = ComputedTool<Context, never>;

/** Declares a tool that only reads. `readWith` is described in `ToolDefinition`. */
export function readTool<Input extends z.ZodObject, Context>(
  declared: Pick<ToolDefinition, 'name' | 'line' | 'description'> & { input: Input; readWith?: string },
  read: (context: Context, args: z.output<Input>) => ToolResult,
): ReadTool<Context> {
  return computedTool<Input, Context, never>({ ...declared, effect: 'read' }, read);
}

/** Creates a function that computes a call of one of these tools, for `computeCall` of an adapter's definition. */
export function computeCallOf<Context, Change>(tools: readonly ComputedTool<Context, Change>[]) {
  return (context: Context, name: string, args: JsonObject): Change | ToolResult =>
    tools.find(({ definition }) => definition.name === name)?.compute(context, args) ??
    failure('unknown_tool', `This page has no tool ${JSON.stringify(name)}.`);
}
