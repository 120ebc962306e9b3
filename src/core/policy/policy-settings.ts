import type { ApprovalPolicy, PolicySettings } from '../records/chat';
import type { Permission } from '../records/tool-effect';

/** The part of a chat's settings that says what the assistant may do. */
export function policyOf({ approvalPolicy, permissions, planMode }: PolicySettings): PolicySettings {
  return { approvalPolicy, permissions, planMode };
}

/** The user's own word on a tool; null where the ready policy decides. */
export function ownPermission(permissions: PolicySettings['permissions'], tool: string): Permission | null {
  // Own properties only: a tool called `constructor` must not find one.
  return (Object.hasOwn(permissions, tool) ? permissions[tool] : undefined) ?? null;
}

/**
 * What goes along to another chat: caution does, a right doesn't. What the user let run unasked was for the chat and
 * page at hand, and the same tool may do more harm in the next.
 */
export function policyElsewhere(settings: PolicySettings): PolicySettings {
  const kept = Object.entries(settings.permissions).filter(([, permission]) => permission !== 'allow');
  return { ...policyOf(settings), permissions: Object.fromEntries(kept) };
}

/** What differs between two policies, each as a short line such as `save_changes: runs without asking`; for the audit. */
export function policyChanges(before: PolicySettings, after: PolicySettings): string[] {
  const tools = [...new Set([...Object.keys(before.permissions), ...Object.keys(after.permissions)])].sort();
  const changedTools = tools.flatMap((tool) => {
    const permission = ownPermission(after.permissions, tool);
    if (permission === ownPermission(before.permissions, tool)) return [];
    return `${tool}: ${permission === null ? 'as the policy says' : PERMISSION_TEXT[permission]}`;
  });
  return [
    ...(before.approvalPolicy === after.approvalPolicy
      ? []
      : [`policy: ${POLICY_TEXT[after.approvalPolicy]}`]),
    ...(before.planMode === after.planMode ? [] : [`plan first: ${after.planMode ? 'on' : 'off'}`]),
    ...changedTools,
  ];
}

const POLICY_TEXT: Readonly<Record<ApprovalPolicy, string>> = {
  default: 'default',
  'ask-every-change': 'ask before every change',
};

const PERMISSION_TEXT: Readonly<Record<Permission, string>> = {
  allow: 'runs without asking',
  ask: 'asks first',
  deny: 'never runs',
};
