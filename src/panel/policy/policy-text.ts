import { alwaysAsks, isReadOnlyRefusal, permissionFor } from '@/src/core/policy/permission-for';
import { ownPermission } from '@/src/core/policy/policy-settings';
import type { ApprovalPolicy, PolicySettings } from '@/src/core/records/chat';
import { changesPage, type Effect, type Permission } from '@/src/core/records/tool-effect';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';

/** The predefined policies with their descriptions. */
export const POLICY_CHOICES: readonly { value: ApprovalPolicy; label: string; sentence: string }[] = [
  {
    value: 'default',
    label: 'Default',
    sentence: 'Reads and most changes that can be undone run at once; everything else asks first.',
  },
  {
    value: 'ask-every-change',
    label: 'Ask before every change',
    sentence: 'Reads run at once; every change waits for you, with a preview of what it does.',
  },
  {
    value: 'read-only',
    label: 'Read only',
    sentence: 'Steward looks at the page and answers; everything that would change something is refused.',
  },
];

/** Plan mode with its description. */
export const PLAN_MODE = {
  label: 'Plan first',
  sentence: 'Steward may only read and propose; you apply the plan with one click.',
} as const;

/** Tools by effect, the most consequential first. */
export const TOOL_GROUPS: readonly { effect: Effect; title: string }[] = [
  { effect: 'commit', title: 'Takes effect outside the page, can’t be undone' },
  { effect: 'write', title: 'Changes the page, can be undone' },
  { effect: 'navigate', title: 'Changes the view' },
  { effect: 'read', title: 'Reads the page' },
];

/** The chat's policy in two words, for the button that opens it. */
export function policyLabel({ approvalPolicy, permissions, planMode }: PolicySettings): string {
  if (approvalPolicy === 'read-only') return 'Read only';
  if (planMode) return 'Plan first';
  if (Object.keys(permissions).length > 0) return 'Custom rules';
  return approvalPolicy === 'default' ? 'Default' : 'Always asks';
}

/** The effect of a policy on one tool. */
export interface ToolRule {
  /** The user's rule; null if the predefined policy decides. */
  own: Permission | null;
  /** Text of the effective rule. */
  status: string;
  /** Options for the user; null stands for the predefined policy. */
  choices: { value: Permission | null; label: string }[];
  /** A warning about the effective rule; null if there is none. */
  warning: string | null;
}

const EFFECTIVE_LABELS: Readonly<Record<Permission, string>> = {
  allow: 'Runs at once',
  ask: 'Asks first',
  deny: 'Never runs',
};

const BY_POLICY: Readonly<Record<Permission, string>> = { allow: 'run', ask: 'ask', deny: 'never' };

const CHOICES: readonly { value: Permission; label: string }[] = [
  { value: 'allow', label: 'Run' },
  { value: 'ask', label: 'Ask' },
  { value: 'deny', label: 'Never' },
];

/** The effect of a policy on a tool. `isLive`: changes on the page take effect at once. */
export function toolRule(
  policy: PolicySettings,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission' | 'pageTool'>,
  isLive: boolean,
): ToolRule {
  const effective = permissionFor(policy, tool, isLive);
  const byPolicy = permissionFor({ ...policy, permissions: {} }, tool, isLive);
  // Reading needs no approval and no plan.
  const isReadOnly = tool.effect === 'read';
  const isAlwaysAsked = alwaysAsks(tool);
  const choices = CHOICES.filter(
    ({ value }) => (value !== 'ask' || !isReadOnly) && (value !== 'allow' || !isAlwaysAsked),
  );
  const isPlanned = policy.planMode && !isReadOnly && effective !== 'deny';
  const isRefused = isReadOnlyRefusal(policy, tool);
  return {
    own: ownPermission(policy.permissions, tool.name),
    status: isRefused
      ? 'Refused while read only'
      : isPlanned
        ? 'Waits in the plan'
        : EFFECTIVE_LABELS[effective],
    choices: [{ value: null, label: `Policy: ${BY_POLICY[byPolicy]}` }, ...choices],
    warning: effective === 'allow' && !isPlanned ? warningAbout(tool.effect, isLive) : null,
  };
}

function warningAbout(effect: Effect, isLive: boolean): string | null {
  if (effect === 'commit') return 'Runs without asking, and Steward can’t undo it.';
  return isLive && changesPage(effect) ? 'Runs without asking, and no save holds it back.' : null;
}

/** The policy with a rule for one tool; null removes the rule. */
export function withPermission(
  policy: PolicySettings,
  tool: string,
  permission: Permission | null,
): PolicySettings {
  const others = Object.entries(policy.permissions).filter(([name]) => name !== tool);
  const own: [string, Permission][] = permission === null ? [] : [[tool, permission]];
  return { ...policy, permissions: Object.fromEntries([...others, ...own]) };
}
