import type { CommandContext } from '@/src/background/panel-server/command-context';

type Parts = {
  [Name in keyof CommandContext]?: CommandContext[Name] extends (...values: never) => unknown
    ? CommandContext[Name]
    : Partial<CommandContext[Name]>;
};

const BASE: Pick<CommandContext, 'serially'> = { serially: (_key, task) => task() };

/** A context with these parts, or parts of them, for handlers that use no others. Tasks run at once. */
export function commandContext(parts: Parts): CommandContext {
  return { ...BASE, sending: new Map(), ...parts } as unknown as CommandContext;
}
