import { permissionFor } from '@/src/core/policy/permission-for';
import { ownPermission } from '@/src/core/policy/policy-settings';
import type { ApprovalPolicy, PolicySettings } from '@/src/core/records/chat';
import { changesPage, type Effect, type Permission } from '@/src/core/records/tool-effect';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';

/** The ready policies, each with what it means. */
export const POLICY_CHOICES: readonly { value: ApprovalPolicy; label: string; sentence: string }[] = [
  {
    value: 'default',
    label: 'Default',
    sentence:
      'Reads and changes that can be taken back run at once; saving, importing, clearing and discarding ask first.',
  },
  {
    value: 'ask-every-change',
    label: 'Ask before every change',
    sentence: 'Reads run at once; every change waits for you, with a preview of what it does.',
  },
];

/** Plan mode, with what it means. */
export const PLAN_MODE = {
  label: 'Plan first',
  sentence: 'Steward may only read and propose; you apply the plan with one click.',
} as const;

/** The kinds of tools; what weighs most comes first. */
export const TOOL_GROUPS: readonly { effect: Effect; title: string }[] = [
  { effect: 'commit', title: 'Leaves the page, can’t be taken back' },
  { effect: 'write', title: 'Changes rules, can be taken back' },
  { effect: 'navigate', title: 'Changes the view' },
  { effect: 'read', title: 'Looks' },
];

/** How the chat’s policy reads on the button that opens it. */
export function policyLabel({ approvalPolicy, permissions, planMode }: PolicySettings): string {
  if (planMode) return 'Plan first';
  if (Object.keys(permissions).length > 0) return 'Own rules';
  return approvalPolicy === 'default' ? 'Default' : 'Asks always';
}

/** How it stands with one tool. */
export interface ToolRule {
  /** The user’s own word; null where the ready policy decides. */
  own: Permission | null;
  /** What holds now. */
  status: string;
  /** What the user can choose; null stands for the ready policy. */
  choices: { value: Permission | null; label: string }[];
  /** What to think of before it stays so; null if nothing is. */
  warning: string | null;
}

const HOLDS: Readonly<Record<Permission, string>> = {
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

/** How a chat with this policy treats a tool, on a page whose changes take effect at once (`goesLive`) or don’t. */
export function toolRule(
  policy: PolicySettings,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission'>,
  goesLive: boolean,
): ToolRule {
  const holds = permissionFor(policy, tool, goesLive);
  const byPolicy = permissionFor({ ...policy, permissions: {} }, tool, goesLive);
  // What only looks has nothing to be asked about, or to be planned.
  const onlyLooks = tool.effect === 'read';
  const choices = CHOICES.filter(({ value }) => value !== 'ask' || !onlyLooks);
  const isPlanned = policy.planMode && !onlyLooks && holds !== 'deny';
  return {
    own: ownPermission(policy.permissions, tool.name),
    status: isPlanned ? 'Waits in the plan' : HOLDS[holds],
    choices: [{ value: null, label: `Policy: ${BY_POLICY[byPolicy]}` }, ...choices],
    warning: holds === 'allow' && !isPlanned ? warningAbout(tool.effect, goesLive) : null,
  };
}

function warningAbout(effect: Effect, goesLive: boolean): string | null {
  if (effect === 'commit') return 'Runs without asking, and Steward can’t take it back.';
  return goesLive && changesPage(effect) ? 'Runs without asking, and takes effect at once.' : null;
}

/** The policy with another word on one tool; null leaves that tool to the ready policy. */
export function withPermission(
  policy: PolicySettings,
  tool: string,
  permission: Permission | null,
): PolicySettings {
  const others = Object.entries(policy.permissions).filter(([name]) => name !== tool);
  const own: [string, Permission][] = permission === null ? [] : [[tool, permission]];
  return { ...policy, permissions: Object.fromEntries([...others, ...own]) };
}
