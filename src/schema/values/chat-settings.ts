/** The values of the OpenAI API's `reasoning_effort`. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;

/** `system` marks the system prompt for the provider's cache, `cached` also the older part of the conversation. */
export const CACHE_MODES = ['all-off', 'system', 'cached'] as const;

export type CacheMode = (typeof CACHE_MODES)[number];

/**
 * The predefined policies, the strictest last: `default` uses each tool's default permission; `ask-every-change` requests approval for every
 * change; `read-only` refuses every change, whatever the permissions of single tools are.
 */
export const APPROVAL_POLICIES = ['default', 'ask-every-change', 'read-only'] as const;

export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];
