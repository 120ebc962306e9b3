import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Effect, Permission } from '@/src/schema/values/policy';
import { changesPage } from '../records/tool-effect';
import type { ToolDefinition } from '../tools/tool-definition';
import { ownPermission } from './policy-settings';

/**
 * A chat's permission for a tool: the user's own, or one derived from the predefined policy and the tool's default.
 * `isLive`: changes on this page take effect at once. Data from the page can only make the permission stricter. A read
 * has no effect to preview, so `ask` counts as `deny` for it. A message to another chat always needs approval, and so does a
 * tool of the page: what it claims about itself may change under the same name. A read-only chat refuses what may change
 * something, and nothing overrides that.
 */
export function permissionFor(
  settings: Pick<ChatSettings, 'approvalPolicy' | 'permissions'>,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission' | 'pageTool'>,
  isLive: boolean,
): Permission {
  if (isReadOnlyRefusal(settings, tool)) return 'deny';
  const own = ownPermission(settings.permissions, tool.name);
  if (alwaysAsks(tool)) return own === 'deny' ? 'deny' : 'ask';
  if (own !== null) return own === 'ask' && tool.effect === 'read' ? 'deny' : own;
  const asksForChanges = settings.approvalPolicy === 'ask-every-change' || isLive;
  return tool.defaultPermission === 'allow' && asksForChanges && changesPage(tool.effect)
    ? 'ask'
    : tool.defaultPermission;
}

/** True if a chat with these settings and tools may change its page, with or without an approval. */
export function mayChangePage(
  settings: Parameters<typeof permissionFor>[0],
  tools: readonly Parameters<typeof permissionFor>[1][],
): boolean {
  return tools.some(
    (tool) =>
      (changesPage(tool.effect) || tool.pageTool !== undefined) &&
      permissionFor(settings, tool, false) !== 'deny',
  );
}

/** True if the tool is refused because the chat is read-only. */
export function isReadOnlyRefusal(
  { approvalPolicy }: Pick<ChatSettings, 'approvalPolicy'>,
  tool: Pick<ToolDefinition, 'effect' | 'pageTool'>,
): boolean {
  return approvalPolicy === 'read-only' && (tool.pageTool !== undefined || !LOOKS_ONLY.includes(tool.effect));
}

/** The effects that change nothing but the view. */
const LOOKS_ONLY: readonly Effect[] = ['read', 'navigate'];

/** True if no setting lets the tool run without the user's approval. */
export function alwaysAsks({ effect, pageTool }: Pick<ToolDefinition, 'effect' | 'pageTool'>): boolean {
  return effect === 'message' || pageTool !== undefined;
}
