import type { ChatSettings } from '../records/chat';
import { changesPage, type Permission } from '../records/tool-effect';
import type { ToolDefinition } from '../tools/tool-definition';
import { ownPermission } from './policy-settings';

/**
 * A chat's permission for a tool: the user's own, or one derived from the predefined policy and the tool's default.
 * `isLive`: changes on this page take effect at once. Data from the page can only make the permission stricter. A read
 * has no effect to preview, so `ask` counts as `deny` for it. A message to another chat always needs approval, and so does a
 * tool of the page: what it claims about itself may change under the same name.
 */
export function permissionFor(
  settings: Pick<ChatSettings, 'approvalPolicy' | 'permissions'>,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission' | 'pageTool'>,
  isLive: boolean,
): Permission {
  const own = ownPermission(settings.permissions, tool.name);
  if (alwaysAsks(tool)) return own === 'deny' ? 'deny' : 'ask';
  if (own !== null) return own === 'ask' && tool.effect === 'read' ? 'deny' : own;
  const asksForChanges = settings.approvalPolicy === 'ask-every-change' || isLive;
  return tool.defaultPermission === 'allow' && asksForChanges && changesPage(tool.effect)
    ? 'ask'
    : tool.defaultPermission;
}

/** True if no setting lets the tool run without the user's approval. */
export function alwaysAsks({ effect, pageTool }: Pick<ToolDefinition, 'effect' | 'pageTool'>): boolean {
  return effect === 'message' || pageTool !== undefined;
}
