import { type StewardError, textError } from '@/src/core/errors';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import { withPatch } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { ownPermission, stricterPolicy } from './policy-settings';

/**
 * A chat's settings as the organisation's policy allows them. The policy's values replace the chat's; of two rules
 * about what the assistant may do, the stricter one applies. A tool that the user allowed asks again if the policy
 * demands an approval of every change.
 */
export function underPolicy(settings: ChatSettings, policy: ManagedPolicy): ChatSettings {
  // Each reading of a chat passes here, and most browsers have no policy.
  if (policy === NO_POLICY) return settings;
  const { mostPermission, askTools } = policy;
  const permissions = Object.entries(settings.permissions).filter(
    ([, permission]) => permission !== 'allow' || mostPermission === 'default',
  );
  const asking = askTools.filter((tool) => ownPermission(settings.permissions, tool) !== 'deny');
  return {
    ...withPatch(CHAT_SETTINGS, settings, policy.chatSettings),
    approvalPolicy: stricterPolicy(settings.approvalPolicy, mostPermission),
    permissions: Object.fromEntries([...permissions, ...asking.map((tool) => [tool, 'ask'] as const)]),
  };
}

/** Throws `managed` if the change gives a setting a value that the policy doesn't allow. */
export function requireAllowed(before: ChatSettings, after: ChatSettings, policy: ManagedPolicy): void {
  const allowed = underPolicy(after, policy);
  for (const name of Object.keys(after) as (keyof ChatSettings)[]) {
    const wanted = JSON.stringify(after[name]);
    const isChanged = wanted !== JSON.stringify(before[name]);
    if (isChanged && wanted !== JSON.stringify(allowed[name])) throw managedSetting();
  }
}

/** The error for a change of what the organisation has set. */
export function managedSetting(): StewardError {
  return textError('managed', 'error.managed.setting', { remedy: 'remedy.managed' });
}
