import type { PolicySettings } from '@/src/schema/chat-settings';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import { t } from '@/src/texts/i18n';

/** A choice in the list of permissions. `plan` is stored apart from the policy, as plan mode. */
export type PermissionsChoice = ApprovalPolicy | 'plan';

/** The choice that a policy corresponds to. Plan mode has no effect in a read-only chat, which has nothing to plan. */
export function permissionsChoice({ approvalPolicy, planMode }: PolicySettings): PermissionsChoice {
  return planMode && approvalPolicy !== 'read-only' ? 'plan' : approvalPolicy;
}

/** The chat's permissions in a few words, for the button that opens their sheet. */
export function policyLabel(policy: PolicySettings): string {
  const choice = permissionsChoice(policy);
  const isCustom = Object.keys(policy.permissions).length > 0;
  return t(
    isCustom && choice !== 'read-only' && choice !== 'plan'
      ? 'policy.chip.customRules'
      : `policy.chip.${choice}`,
  );
}
