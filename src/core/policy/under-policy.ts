import { type StewardError, textError } from '@/src/core/errors';
import type { Chat, StoredChat } from '@/src/schema/chat';
import type { ChatSettings, StoredSettings } from '@/src/schema/chat-settings';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import { withPatch } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS, type ChatSettingsPatch } from '@/src/schema/values/settings';
import { isSameJson } from '../hash';
import type { ToolDefinition } from '../tools/tool-definition';
import { isReadOnlyRefusal } from './permission-for';
import { ownPermission, stricterPolicy } from './policy-settings';

/** The user's own settings and the policy, by the settings that were made from them. */
const ORIGINS = new WeakMap<ChatSettings, { own: StoredSettings; policy: ManagedPolicy }>();

/**
 * A chat's settings as the organisation's policy allows them. The policy's values replace the chat's; of two rules
 * about what the assistant may do, the stricter one applies. A tool that the user allowed asks again if the policy
 * demands an approval of every change.
 */
export function underPolicy(own: StoredSettings, policy: ManagedPolicy): ChatSettings {
  // Each reading of a chat passes here, and most browsers have no policy.
  if (policy === NO_POLICY) return own;
  const { mostPermission, askTools } = policy;
  const permissions = Object.entries(own.permissions).filter(
    ([, permission]) => permission !== 'allow' || mostPermission === 'default',
  );
  const asking = askTools.filter((tool) => ownPermission(own.permissions, tool) !== 'deny');
  const settings: ChatSettings = {
    ...withPatch(CHAT_SETTINGS, own, policy.chatSettings),
    approvalPolicy: stricterPolicy(own.approvalPolicy, mostPermission),
    permissions: Object.fromEntries([...permissions, ...asking.map((tool) => [tool, 'ask'] as const)]),
  };
  ORIGINS.set(settings, { own, policy });
  return settings;
}

/** The user's own settings of a chat that was read: the settings that another chat, a file or a change begins with. */
export function ownSettings(settings: ChatSettings): StoredSettings {
  // Without a policy, a chat is read with its own settings.
  return ORIGINS.get(settings)?.own ?? (settings as StoredSettings);
}

/** The chat as it is stored: with its own settings. */
export function asStored(chat: Chat): StoredChat {
  return { ...chat, settings: ownSettings(chat.settings) };
}

/** True if the organisation refuses the tool in a chat with these settings, whatever the user chose. */
export function isManagedRefusal(
  settings: ChatSettings,
  tool: Pick<ToolDefinition, 'name' | 'effect' | 'pageTool'>,
): boolean {
  const policy = ORIGINS.get(settings)?.policy ?? NO_POLICY; // Without a policy, no settings are made.
  const isAsked = tool.effect === 'read' && policy.askTools.includes(tool.name);
  return isAsked || isReadOnlyRefusal({ approvalPolicy: policy.mostPermission }, tool);
}

/** True if the user may let the tool run without an approval. */
export function mayAllow({ mostPermission, askTools }: ManagedPolicy, tool: string): boolean {
  return mostPermission === 'default' && !askTools.includes(tool);
}

/** The settings with the values of the patch. Throws `managed` for a value that differs from the organisation's. */
export function withOwnPatch(
  own: StoredSettings,
  patch: ChatSettingsPatch,
  { chatSettings }: ManagedPolicy,
): StoredSettings {
  const isLimited = ([name]: [string, unknown]) => Object.hasOwn(chatSettings, name);
  const given = Object.entries(patch);
  if (!isSameJson({ ...chatSettings, ...patch }, { ...patch, ...chatSettings })) throw managedSetting();
  return withPatch(CHAT_SETTINGS, own, Object.fromEntries(given.filter((entry) => !isLimited(entry))));
}

/** The error for a change of what the organisation has set. */
export function managedSetting(): StewardError {
  return textError('managed', 'error.managed.setting', { remedy: 'remedy.managed' });
}
