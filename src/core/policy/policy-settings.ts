import type { PolicySettings } from '@/src/schema/chat-settings';
import { APPROVAL_POLICIES, type ApprovalPolicy, type Permission } from '@/src/schema/values/policy';
import { memberOf } from '../json-values';

/** The settings of a chat that decide what the assistant may do. */
export function policyOf({ approvalPolicy, permissions, planMode }: PolicySettings): PolicySettings {
  return { approvalPolicy, permissions, planMode };
}

/** The user's own permission for a tool; null if the predefined policy applies. */
export function ownPermission(permissions: PolicySettings['permissions'], tool: string): Permission | null {
  // Own properties only: otherwise a tool named `constructor` would find one.
  return memberOf(permissions, tool);
}

/**
 * The policy that another chat inherits. It drops the tools that the user allowed: they decided that for one chat and its
 * page, and the same tool may do more harm on another page.
 */
export function policyElsewhere(settings: PolicySettings): PolicySettings {
  const kept = Object.entries(settings.permissions).filter(([, permission]) => permission !== 'allow');
  return { ...policyOf(settings), permissions: Object.fromEntries(kept) };
}

/** The one of two predefined policies that allows less. */
export function stricterPolicy(a: ApprovalPolicy, b: ApprovalPolicy): ApprovalPolicy {
  return APPROVAL_POLICIES.indexOf(a) > APPROVAL_POLICIES.indexOf(b) ? a : b;
}

/** The tools for which two policies have different permissions. */
export function changedTools(before: PolicySettings, after: PolicySettings): string[] {
  const tools = new Set([...Object.keys(before.permissions), ...Object.keys(after.permissions)]);
  return [...tools].filter(
    (tool) => ownPermission(before.permissions, tool) !== ownPermission(after.permissions, tool),
  );
}

/** The differences between two policies for the audit, each as a short text such as `save_changes: runs without asking`. */
export function policyChanges(before: PolicySettings, after: PolicySettings): string[] {
  const ofTools = changedTools(before, after)
    .toSorted()
    .map((tool) => {
      const permission = ownPermission(after.permissions, tool);
      return `${tool}: ${permission === null ? 'as the policy says' : PERMISSION_TEXT[permission]}`;
    });
  return [
    ...(before.approvalPolicy === after.approvalPolicy ? [] : [POLICY_TEXT[after.approvalPolicy]]),
    ...(before.planMode === after.planMode ? [] : [after.planMode ? 'plans first' : 'no plan first']),
    ...ofTools,
  ];
}

const POLICY_TEXT: Readonly<Record<ApprovalPolicy, string>> = {
  default: 'asks if risky',
  'ask-every-change': 'asks before every change',
  'read-only': 'read only',
};

const PERMISSION_TEXT: Readonly<Record<Permission, string>> = {
  allow: 'runs without asking',
  ask: 'asks first',
  deny: 'never runs',
};
