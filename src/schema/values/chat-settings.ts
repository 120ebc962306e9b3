/**
 * The predefined policies, the strictest last: `default` uses each tool's default permission; `ask-every-change` requests approval for every
 * change; `read-only` refuses every change, whatever the permissions of single tools are.
 */
export const APPROVAL_POLICIES = ['default', 'ask-every-change', 'read-only'] as const;

export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];
