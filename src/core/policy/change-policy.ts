import type { NewAuditEntry } from '@/src/schema/audit';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings, StoredSettings } from '@/src/schema/chat-settings';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import type { ApprovalPolicy, Permission } from '@/src/schema/values/policy';
import { policyAuditEntry } from './policy-audit-entry';
import { changedTools, ownPermission, policyChanges, policyOf } from './policy-settings';
import { managedSetting, ownSettings, underPolicy } from './under-policy';

/** A change of what the assistant may do. What is null stays as the chat has it. */
export interface PolicyChange {
  approvalPolicy: ApprovalPolicy | null;
  planMode: boolean | null;
  /** The changed permissions, by tool; null removes the user's own one. */
  permissions: { [tool: string]: Permission | null };
}

/**
 * The change that leads from one policy to another. Only what differs is part of it, so that values of the organisation's policy, which the
 * user sees in both, are never stored as the user's.
 */
export function policyChange(from: PolicySettings, to: PolicySettings): PolicyChange {
  return {
    approvalPolicy: from.approvalPolicy === to.approvalPolicy ? null : to.approvalPolicy,
    planMode: from.planMode === to.planMode ? null : to.planMode,
    permissions: Object.fromEntries(
      changedTools(from, to).map((tool) => [tool, ownPermission(to.permissions, tool)]),
    ),
  };
}

/**
 * A chat's own settings after a change of what the assistant may do, with the differences as sentences and their audit entry. The
 * only way to change these settings. Throws `managed` if the organisation's policy would give one of them another value.
 */
export function changePolicy(
  chat: Chat,
  change: PolicyChange,
  policy: ManagedPolicy,
  made: Pick<NewAuditEntry, 'id' | 'atMs'>,
): { settings: StoredSettings; changes: string[]; audit(): NewAuditEntry } {
  const own = ownSettings(chat.settings);
  const permissions = new Map(Object.entries(own.permissions));
  for (const [tool, permission] of Object.entries(change.permissions)) {
    if (permission === null) permissions.delete(tool);
    else permissions.set(tool, permission);
  }
  const settings: StoredSettings = {
    ...own,
    approvalPolicy: change.approvalPolicy ?? own.approvalPolicy,
    planMode: change.planMode ?? own.planMode,
    permissions: Object.fromEntries(permissions),
  };
  const shown = underPolicy(settings, policy);
  const isLimited = Object.entries(change.permissions).some(([tool, permission]) => {
    const applies = ownPermission(shown.permissions, tool);
    // The user's own rule can be removed although the organisation's one then applies.
    return permission === null
      ? applies !== null && !Object.hasOwn(own.permissions, tool)
      : applies !== permission;
  });
  const isLess = change.approvalPolicy !== null && shown.approvalPolicy !== change.approvalPolicy;
  if (isLimited || isLess) throw managedSetting();
  const changes = policyChanges(own, settings);
  return { settings, changes, audit: () => policyAuditEntry(chat, policyOf(shown), changes, made) };
}

/** The change that lets these tools run without an approval from now on. */
export function allowing(tools: readonly string[]): PolicyChange {
  const permissions = Object.fromEntries(tools.map((tool) => [tool, 'allow' as const]));
  return { approvalPolicy: null, planMode: null, permissions };
}
