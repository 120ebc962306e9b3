import type { AdapterPort } from '../adapter/adapter-port';
import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import type { SettleDeps } from '../checkpoints/settle-restore';
import type { AIService } from '../llm/ai-service';
import type { EndpointPort } from '../llm/endpoint-port';
import type { Logger } from '../logging/log-entry';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { UserConsent } from '../policy/user-consent';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { EventBus } from '../ports/event-bus';
import type { Journal } from '../ports/journal';
import type { PagePort, PageReading } from '../ports/page-port';
import type { ApprovalAnswer, ApprovalPreview, ArgumentProblem, CallChoice } from '../records/approval';
import type { RequestableStatus } from '../records/run-status';
import type { ToolResult } from '../records/tool-result';

/** Where input went: into a run, or into the queue. */
export type Accepted = { kind: 'run'; runId: string } | { kind: 'queued' };

/**
 * The controls of the loop (ledger D-042..D-047). All reject with a StewardError and leave the record as it was when
 * they do. Those of one chat take their turn, in the order of the calls; only `cancel` breaks off at once what is
 * under way.
 */
export interface AgentLoop {
  /** Starts a run with the user's message. Rejects with `busy` during one. */
  start(chatId: string, text: string): Promise<{ runId: string }>;
  /**
   * The user's message, at any time: starts a run, enters the one that waits for it, or takes the queue's one slot.
   * Resolves once it is journaled. Rejects with `invalid-message` if the open question takes only its own choices and
   * the message is none of them.
   */
  sendUserMessage(chatId: string, text: string): Promise<Accepted>;
  /** Starts a run that carries out one call of a tool without arguments, after the user's approval, and asks no model. Rejects with `busy` during a run, or while another chat works on the page. */
  proposeCall(chatId: string, text: string, tool: string): Promise<{ runId: string }>;
  /** Changes the message in the queue's slot; null withdraws it. */
  queueMessage(chatId: string, text: string | null): Promise<void>;
  /** An event for the model, at any time, under the same rules. */
  addSystemMessage(chatId: string, event: { scope: string; text: string }): Promise<Accepted>;
  /** A graceful end: what is being streamed or carried out is finished and stored first (ledger D-062). */
  stopGracefully(chatId: string): Promise<void>;
  /**
   * Ends a run that isn't over, whatever it waits for: drops what is streaming and what hasn't started. Ends within a
   * second, however the page behaves: a call under way is awaited for a moment, and its result says what is uncertain.
   * Resolves when the run has ended.
   */
  stop(chatId: string): Promise<void>;
  /** Holds the run after the step under way (ledger D-061). */
  pause(chatId: string): Promise<void>;
  resume(chatId: string): Promise<void>;
  /** The result of a delegated call. */
  provideToolResult(executionId: string, result: ToolResult): Promise<void>;
  /** Changes the status at once, breaking off a request (ledger C-020). */
  requestStatus(chatId: string, status: RequestableStatus): Promise<void>;
  /** Changes the status in place of the next request (ledger C-019). */
  queueStatus(chatId: string, status: RequestableStatus): Promise<void>;
  /** After an error: goes on where the run failed. */
  retry(chatId: string): Promise<void>;
  /** After a bound, a cut, or a rollback into the middle of a run. */
  continueRun(chatId: string): Promise<void>;
  /** What a question's calls would come to if the user had their way. Rejects with `approval-gone`, or as the gate's preview does. */
  previewApproval(
    approvalId: string,
    choices: readonly CallChoice[],
  ): Promise<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }>;
  /**
   * Stores the user's decision and goes on. Rejects with `approval-gone` if it was decided or withdrawn before, with
   * `page-changed` if the page isn't as they saw it (the question then shows what changed), `write-refused` without
   * their consent.
   */
  decideApproval(approvalId: string, answer: ApprovalAnswer, consent: UserConsent): Promise<void>;
  /** The page changed by itself or by hand, or is back: what waits for it goes on. */
  notePage(chatId: string, note: PageNote): Promise<void>;
  /** A connection or model was chosen: a run that waits for one goes on. */
  noteEndpoint(chatId: string): Promise<void>;
  /** The chat's run may have released its page: runs of other chats that wait for that page ask again. */
  wakeWaiting(chatId: string): Promise<void>;
  /** The worker died and is back: takes the chat's run up again, or says where it stands. */
  recover(chatId: string, browserRestarted: boolean): Promise<void>;
  /**
   * Does something else with the chat's record and page, a rollback say, while no control does and no step is taken.
   * Rejects with `busy` during one or while another chat works on the page, and with whatever the task rejects with.
   */
  whileIdle<Result>(chatId: string, task: () => Promise<Result>): Promise<Result>;
  /** Whether anything is under way in this worker. */
  isBusy(): boolean;
}

/** What was noticed of a chat's page, with its state. */
export interface PageNote {
  kind: 'there' | 'changed';
  reading: PageReading;
}

/** What the loop is made of. The background hands in the real parts, tests their own. */
export interface LoopDeps {
  journal: Journal & SettleDeps['journal'];
  page: PagePort;
  endpoints: EndpointPort;
  ai: AIService;
  adapters: AdapterPort;
  gate: ApprovalGate;
  observer: PageObserver;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  events: EventBus;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  /** A number in [0, 1), for the jitter of retries. */
  random(): number;
}
