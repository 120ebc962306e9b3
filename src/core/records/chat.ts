import type { Chat } from '@/src/schema/chat';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';

/** True if both are the same page, whatever its title. A chat without a page is about none. */
export function samePage(a: PageBinding | null | undefined, b: PageBinding | null | undefined): boolean {
  if (a == null || b == null) return false;
  return a.adapterId === b.adapterId && a.origin === b.origin && a.instanceId === b.instanceId;
}

/** The documented defaults of a new chat. */
export function newChatSettings(): ChatSettings {
  return {
    connectionId: null,
    model: null,
    parameters: { temperature: null, maxTokens: null, reasoningEffort: null },
    streaming: true,
    prompt: { baseTemplate: null, overrides: {}, exclusions: [] },
    requireToolCall: false,
    toolResultLimit: 20_000,
    checkpointLimit: 20_000,
    roundsPerRun: 10,
    contextBudgetTokens: 8_000,
    approvalPolicy: 'default',
    permissions: {},
    planMode: false,
    toolMemory: { enabled: false, forgetAfterConclusions: 1 },
    cacheMode: 'all-off',
    toolResultAgeing: { enabled: false, limitCharacters: 4_000 },
    trimOldest: { enabled: false, budgetTokens: 180_000 },
    generatesTitle: true,
    keepsSessionLog: false,
    sendsMessages: false,
    contextWindowTokens: null,
    tokenBudget: null,
    invalidAttemptLimit: 4,
    requestAttempts: 3,
    retryDelaySeconds: 1,
    leftOutParts: [],
    modelAlias: null,
    takesImages: null,
  };
}

/** A chat before its first message. */
export function newChat(made: {
  id: string;
  title: string;
  atMs: number;
  binding: PageBinding | null;
  settings: ChatSettings;
  lastStateHash: string | null;
}): Chat {
  const { atMs, ...given } = made;
  return {
    ...given,
    titleSource: 'first-message',
    pinnedAtMs: null,
    isUnread: false,
    lastSnapshotId: 0,
    pageTools: [],
    deletedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    pendingMessage: null,
    pendingEvents: [],
    queuedStatus: null,
  };
}
