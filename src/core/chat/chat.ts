import type { Permission } from '../tools/tool-definition';

/** Which page a chat is about. It never follows another page silently. */
export interface PageBinding {
  adapterId: string;
  /** `scheme://host:port` of the page. */
  origin: string;
  instanceId: string;
  title: string;
}

/** How hard a model that reasons should think, in the words of the OpenAI API. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;

/** What a request may ask of the model; null is not sent, so the endpoint's own default holds. */
export interface ModelParameters {
  /** 0 to 2. */
  temperature: number | null;
  /** Tokens of one answer, reasoning included. */
  maxTokens: number | null;
  reasoningEffort: (typeof REASONING_EFFORTS)[number] | null;
}

/** What shapes the answers of one chat. Written once, at its creation, by {@link newChatSettings}; never defaulted at read time. */
export interface ChatSettings {
  connectionId: string | null;
  model: string | null;
  /** Sent only if set. */
  parameters: ModelParameters;
  /** Rounds of tool calls in one run before the person is asked to let it go on. */
  roundsPerRun: number;
  /** Tokens that the page's encoded context may take in a request. */
  contextBudgetTokens: number;
  /** Departures from the tools' default permissions, by tool name. */
  permissions: Record<string, Permission>;
}

/** One independent conversation. */
export interface Chat {
  id: string;
  title: string;
  createdAtMs: number;
  updatedAtMs: number;
  binding: PageBinding | null;
  settings: ChatSettings;
  /** Hash of the page's restorable state when Steward last knew it; tells whether somebody changed the page since. */
  lastStateHash: string | null;
}

/** The documented defaults of a new chat. */
export function newChatSettings(): ChatSettings {
  return {
    connectionId: null,
    model: null,
    parameters: { temperature: null, maxTokens: null, reasoningEffort: null },
    roundsPerRun: 10,
    contextBudgetTokens: 8_000,
    permissions: {},
  };
}
