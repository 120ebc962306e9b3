import type { ChatSettings } from '../records/chat';
import { changesPage, type Permission } from '../records/tool-effect';
import type { ToolDefinition } from '../tools/tool-definition';
import { ownPermission } from './policy-settings';

/**
 * What the chat says about a tool: the user's own word, or else what the ready policy and the page make of the tool's
 * default. `goesLive`: changes on this page take effect at once. That, like anything else a page says, only raises
 * caution. A call that only looks has nothing to be previewed, so for it `ask` counts as `deny`.
 */
export function permissionFor(
  settings: Pick<ChatSettings, 'approvalPolicy' | 'permissions'>,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission'>,
  goesLive: boolean,
): Permission {
  const own = ownPermission(settings.permissions, tool.name);
  if (own !== null) return own === 'ask' && tool.effect === 'read' ? 'deny' : own;
  const asksForChanges = settings.approvalPolicy === 'ask-every-change' || goesLive;
  return tool.defaultPermission === 'allow' && asksForChanges && changesPage(tool.effect)
    ? 'ask'
    : tool.defaultPermission;
}
