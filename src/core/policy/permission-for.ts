import type { ChatSettings } from '../chat/chat';
import type { Permission, ToolDefinition } from '../tools/tool-definition';

/** What the chat says about a tool: its own setting, or the tool's default. */
export function permissionFor(settings: ChatSettings, tool: ToolDefinition): Permission {
  // Own properties only: a tool called `constructor` must not find one.
  const own = Object.hasOwn(settings.permissions, tool.name) ? settings.permissions[tool.name] : undefined;
  return own ?? tool.defaultPermission;
}
