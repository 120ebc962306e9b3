import { alwaysAsks, isReadOnlyRefusal, permissionFor } from '@/src/core/policy/permission-for';
import { ownPermission } from '@/src/core/policy/policy-settings';
import { changesPage } from '@/src/core/records/tool-effect';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { Effect, Permission } from '@/src/schema/values/policy';
import { t } from '@/src/texts/i18n';
import type { PermissionsChoice } from './permissions-choice';

export const PERMISSIONS_CHOICES: readonly PermissionsChoice[] = [
  'default',
  'ask-every-change',
  'plan',
  'read-only',
];

/**
 * The policy with another choice of permissions; the rules for single tools stay. Plan mode keeps the policy beside it, except for
 * read-only, under which nothing could be planned.
 */
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
export const TOOL_GROUPS = ['commit', 'write', 'navigate', 'read'] as const satisfies readonly Effect[];

/** A policy's rule for one tool, in texts. */
export interface ToolRule {
  /** The user's rule; null if the predefined policy decides. */
  own: Permission | null;
  status: string;
  /** Options of the select; null stands for the predefined policy. */
  choices: { value: Permission | null; label: string }[];
  /** A warning about the effective rule; null if there is none. */
  warning: string | null;
}

const PERMISSIONS: readonly Permission[] = ['allow', 'ask', 'deny'];

/** Applies a policy to a tool. `isLive`: true if changes of the page take effect without a save. */
export function toolRule(
  policy: PolicySettings,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'defaultPermission' | 'pageTool'>,
  isLive: boolean,
): ToolRule {
  const effective = permissionFor(policy, tool, isLive);
  const byPolicy = permissionFor({ ...policy, permissions: {} }, tool, isLive);
  // A tool that only reads needs neither approval nor a plan.
  const isReadOnly = tool.effect === 'read';
  const isAlwaysAsked = alwaysAsks(tool);
  const choices = PERMISSIONS.filter(
    (value) => (value !== 'ask' || !isReadOnly) && (value !== 'allow' || !isAlwaysAsked),
  ).map((value) => ({ value, label: t(`policy.rule.${value}`) }));
  const isPlanned = policy.planMode && !isReadOnly && effective !== 'deny';
  const unlessRefused = isPlanned ? 'planned' : effective;
  const status = isReadOnlyRefusal(policy, tool) ? 'readOnly' : unlessRefused;
  return {
    own: ownPermission(policy.permissions, tool.name),
    status: t(`policy.rule.status.${status}`),
    choices: [{ value: null, label: t(`policy.rule.byPolicy.${byPolicy}`) }, ...choices],
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
