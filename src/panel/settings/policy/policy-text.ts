import { alwaysAsks, isReadOnlyRefusal, permissionFor } from '@/src/core/policy/permission-for';
import { ownPermission } from '@/src/core/policy/policy-settings';
import { changesPage } from '@/src/core/records/tool-effect';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { Effect, Permission } from '@/src/schema/values/policy';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { PermissionsChoice } from './permissions-choice';

export const PERMISSIONS_CHOICES: readonly { value: PermissionsChoice; label: TextKey; sentence: TextKey }[] =
  [
    {
      value: 'default',
      label: 'policy.choice.default',
      sentence: 'policy.choice.defaultExplanation',
    },
    {
      value: 'ask-every-change',
      label: 'policy.choice.ask',
      sentence: 'policy.choice.askExplanation',
    },
    {
      value: 'plan',
      label: 'policy.choice.plan',
      sentence: 'policy.choice.planExplanation',
    },
    {
      value: 'read-only',
      label: 'policy.choice.readOnly',
      sentence: 'policy.choice.readOnlyExplanation',
    },
  ];

/** The policy with other permissions; the rules for single tools stay. A plan keeps what asks before every change. */
export function withPermissions(policy: PolicySettings, choice: PermissionsChoice): PolicySettings {
  if (choice !== 'plan') return { ...policy, approvalPolicy: choice, planMode: false };
  const { approvalPolicy } = policy;
  return {
    ...policy,
    approvalPolicy: approvalPolicy === 'read-only' ? 'default' : approvalPolicy,
    planMode: true,
  };
}

/** Tools by effect, the most consequential first. */
export const TOOL_GROUPS: readonly { effect: Effect; title: TextKey }[] = [
  { effect: 'commit', title: 'policy.group.commit' },
  { effect: 'write', title: 'policy.group.write' },
  { effect: 'navigate', title: 'policy.group.navigate' },
  { effect: 'read', title: 'policy.group.read' },
];

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

const EFFECTIVE_LABELS: Readonly<Record<Permission, TextKey>> = {
  allow: 'policy.rule.statusAllow',
  ask: 'policy.rule.statusAsk',
  deny: 'policy.rule.statusDeny',
};

const BY_POLICY: Readonly<Record<Permission, TextKey>> = {
  allow: 'policy.rule.byPolicyAllow',
  ask: 'policy.rule.byPolicyAsk',
  deny: 'policy.rule.byPolicyDeny',
};

const CHOICES: readonly { value: Permission; label: TextKey }[] = [
  { value: 'allow', label: 'policy.rule.allow' },
  { value: 'ask', label: 'policy.rule.ask' },
  { value: 'deny', label: 'policy.rule.deny' },
];

/** Applies a policy to a tool. `isLive`: changes on the page take effect at once. */
export function toolRule(
  policy: PolicySettings,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission' | 'pageTool'>,
  isLive: boolean,
): ToolRule {
  const effective = permissionFor(policy, tool, isLive);
  const byPolicy = permissionFor({ ...policy, permissions: {} }, tool, isLive);
  // Reading tools need neither approval nor a plan.
  const isReadOnly = tool.effect === 'read';
  const isAlwaysAsked = alwaysAsks(tool);
  const choices = CHOICES.filter(
    ({ value }) => (value !== 'ask' || !isReadOnly) && (value !== 'allow' || !isAlwaysAsked),
  ).map(({ value, label }) => ({ value, label: t(label) }));
  const isPlanned = policy.planMode && !isReadOnly && effective !== 'deny';
  const isRefused = isReadOnlyRefusal(policy, tool);
  return {
    own: ownPermission(policy.permissions, tool.name),
    status: isRefused
      ? t('policy.rule.statusReadOnly')
      : t(isPlanned ? 'policy.rule.statusPlanned' : EFFECTIVE_LABELS[effective]),
    choices: [{ value: null, label: t(BY_POLICY[byPolicy]) }, ...choices],
    warning: effective === 'allow' && !isPlanned ? warningAbout(tool.effect, isLive) : null,
  };
}

function warningAbout(effect: Effect, isLive: boolean): string | null {
  if (effect === 'commit') return t('policy.rule.warningCommit');
  return isLive && changesPage(effect) ? t('policy.rule.warningLive') : null;
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
