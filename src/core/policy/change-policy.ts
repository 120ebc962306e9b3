import type { NewAuditEntry } from '@/src/schema/audit';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings, StoredSettings } from '@/src/schema/chat-settings';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import { policyAuditEntry } from './policy-audit-entry';
import { changedTools, ownPermission, policyChanges, policyOf } from './policy-settings';
import { managedSetting, ownSettings, underPolicy } from './under-policy';

/** Settings that decide what the assistant may do, before and after a change. What is the same in both stays as the chat has it. */
export interface PolicyChange {
  from: PolicySettings;
  to: PolicySettings;
}

/**
 * A chat's own settings after a change of what the assistant may do, with the differences as sentences and their audit entry. The
 * only way to change these settings. Throws `managed` if the organisation's policy would give one of them another value.
 */
export function changePolicy(
  chat: Chat,
  { from, to }: PolicyChange,
  policy: ManagedPolicy,
  made: Pick<NewAuditEntry, 'id' | 'atMs'>,
): { settings: StoredSettings; changes: string[]; audit(): NewAuditEntry } {
  const own = ownSettings(chat.settings);
  const permissions = new Map(Object.entries(own.permissions));
  const tools = changedTools(from, to);
  for (const tool of tools) {
    const permission = ownPermission(to.permissions, tool);
    if (permission === null) permissions.delete(tool);
    else permissions.set(tool, permission);
  }
  const settings: StoredSettings = {
    ...own,
    approvalPolicy: from.approvalPolicy === to.approvalPolicy ? own.approvalPolicy : to.approvalPolicy,
    planMode: from.planMode === to.planMode ? own.planMode : to.planMode,
    permissions: Object.fromEntries(permissions),
  };
  const shown = underPolicy(settings, policy);
  const isLimited = tools.some(
    (tool) =>
      Object.hasOwn(settings.permissions, tool) &&
      ownPermission(shown.permissions, tool) !== ownPermission(settings.permissions, tool),
  );
  const isLess = from.approvalPolicy !== to.approvalPolicy && shown.approvalPolicy !== to.approvalPolicy;
  if (isLimited || isLess) throw managedSetting();
  const changes = policyChanges(own, settings);
  return { settings, changes, audit: () => policyAuditEntry(chat, policyOf(shown), changes, made) };
}

/** The change that lets these tools run without an approval from now on. */
export function withAllowed(settings: PolicySettings, tools: readonly string[]): PolicyChange {
  const allowed = Object.fromEntries(tools.map((tool) => [tool, 'allow' as const]));
  return { from: settings, to: { ...settings, permissions: { ...settings.permissions, ...allowed } } };
}
