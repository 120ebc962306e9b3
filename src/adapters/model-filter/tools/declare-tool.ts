import type { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { PageAccess } from '../page-access';

/** A definition whose name and input are known to the compiler, so that implementations are checked against them. */
export interface DeclaredTool<Name extends string = string, Input extends z.ZodObject = z.ZodObject>
  extends Omit<ToolDefinition, 'name' | 'input'> {
  readonly name: Name;
  readonly input: Input;
}

/** As `defineTool`, and keeps the types of name and input. */
export function declareTool<const Name extends string, Input extends z.ZodObject>(
  declared: Parameters<typeof defineTool>[0] & { readonly name: Name; readonly input: Input },
): DeclaredTool<Name, Input> {
  return { ...defineTool(declared), name: declared.name, input: declared.input };
}

/** The implementation of a tool. Its arguments are parsed by the tool's input. */
export type ImplementationOf<Tool extends DeclaredTool> = (
  page: PageAccess,
  args: z.output<Tool['input']>,
) => Promise<ToolResult>;

/** One implementation for each of these tools, by name; a missing one is a type error. */
export type ImplementationsOf<Tools extends readonly DeclaredTool[]> = {
  readonly [Tool in Tools[number] as Tool['name']]: ImplementationOf<Tool>;
};
