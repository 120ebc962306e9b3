/**
 * The predefined policies, the strictest last: `default` uses each tool's default permission; `ask-every-change` requests approval for
 * every change; `read-only` refuses every change, whatever the permissions of single tools are.
 */
export const APPROVAL_POLICIES = ['default', 'ask-every-change', 'read-only'] as const;

export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];

/**
 * The effect of a tool. `read` changes nothing; `navigate` changes the page's view, but no configuration; `write` changes
 * the page's restorable state, so a checkpoint can undo it; `commit` has effects outside the page that Steward can't undo;
 * `message` changes no page, and sends a text to another chat, which always needs approval.
 */
export const EFFECTS = ['read', 'navigate', 'write', 'commit', 'message'] as const;

export type Effect = (typeof EFFECTS)[number];

/** A chat's permission for a tool: run it, request the user's approval first, or refuse it. */
export const PERMISSIONS = ['allow', 'ask', 'deny'] as const;

export type Permission = (typeof PERMISSIONS)[number];
