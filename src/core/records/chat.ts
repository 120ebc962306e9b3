import type { RequestableStatus } from './run-status';
import type { Permission } from './tool-effect';

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

/** How this chat departs from the system prompt that its contributions make (ledger C-007..C-009). */
export interface PromptSettings {
  /** A template for the whole prompt in place of the built-in layout; null keeps that. */
  baseTemplate: string | null;
  /** Templates in place of a contribution's own, by contribution key. */
  overrides: Record<string, string>;
  /** Keys of contributions to leave out. */
  exclusions: string[];
}

/** What shapes the answers of one chat. Written once, at its creation, by {@link newChatSettings}; never defaulted at read time. */
export interface ChatSettings {
  connectionId: string | null;
  model: string | null;
  /** Sent only if set. */
  parameters: ModelParameters;
  /** Off for endpoints that can't stream: the answer then arrives whole. */
  streaming: boolean;
  prompt: PromptSettings;
  /** The model has to act through a tool in every response; one without a call is asked for again. */
  requireToolCall: boolean;
  /** Characters of a tool's result as it is sent; what is longer is cut, with word of it. The record keeps it whole. */
  toolResultLimit: number;
  /** Checkpoints kept; past it the oldest are let go, and the chat says so. */
  checkpointLimit: number;
  /** Rounds of tool calls in one run before the user is asked to let it go on. */
  roundsPerRun: number;
  /** Tokens that the page's encoded context may take in a request. */
  contextBudgetTokens: number;
  /** The ready policy that holds for the tools without a word of their own. */
  approvalPolicy: ApprovalPolicy;
  /** The user's own word on single tools, by tool name; it comes before the ready policy. */
  permissions: Record<string, Permission>;
  /** The assistant may read and propose; what it would change is gathered and applied by one click. */
  planMode: boolean;
}

/** The ready policies: what each tool's definition says, or a question before every change. */
export const APPROVAL_POLICIES = ['default', 'ask-every-change'] as const;
export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];

/** What the user lets the assistant do in a chat. */
export type PolicySettings = Pick<ChatSettings, 'approvalPolicy' | 'permissions' | 'planMode'>;

/** What a chat asks of its model, and how the answers come. */
export type ModelSettings = Pick<ChatSettings, 'parameters' | 'streaming'>;

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
  /** What the user wrote while Steward was busy: one slot, the newest wins. It enters at the next response's end (ledger A-123..A-125). */
  pendingMessage: QueuedMessage | null;
  /** Events that arrived while they couldn't enter the conversation, oldest first. */
  pendingEvents: QueuedEvent[];
  /** Takes effect in place of the next request (ledger C-019); null if none is queued. */
  queuedStatus: RequestableStatus | null;
}

/** A message in the queue slot. */
export interface QueuedMessage {
  text: string;
  queuedAtMs: number;
}

/** An event in the queue. */
export interface QueuedEvent {
  /** Who sends it, e.g. `page`. */
  scope: string;
  text: string;
  queuedAtMs: number;
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
    createdAtMs: atMs,
    updatedAtMs: atMs,
    pendingMessage: null,
    pendingEvents: [],
    queuedStatus: null,
  };
}
