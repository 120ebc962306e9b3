import type { ApprovalAnswer, ApprovalPreview, ArgumentProblem, CallChoice } from '@/src/schema/approval';
import type { QueuedEvent } from '@/src/schema/chat';
import type { MessageImage } from '@/src/schema/image';
import type { RecipeCall } from '@/src/schema/recipe';
import type { RequestableStatus } from '@/src/schema/run-status';
import type { ToolResult } from '@/src/schema/tool-result';
import type { AdapterPort } from '../adapter/adapter-port';
import type { CheckpointManager, CheckpointStore } from '../checkpoints/checkpoint-manager';
import type { RollbackJournal } from '../checkpoints/rollback-ports';
import type { AIService } from '../llm/ai-service';
import type { EndpointPort } from '../llm/endpoint-port';
import type { Logger } from '../logging/log-entry';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { DelegatedTokens } from '../policy/delegated-tokens';
import type { UserConsent } from '../policy/user-consent';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { EventBus } from '../ports/event-bus';
import type { Journal } from '../ports/journal';
import type { PageLockPort } from '../ports/page-lock-port';
import type { PagePort, PageReading } from '../ports/page-port';
import type { StatesAround } from '../records/execution-outcome';
import type { AnswerWaits } from './answer-waits';

/** The destination of input: a run, or the chat's queue. */
export type Accepted = { kind: 'run'; runId: string } | { kind: 'queued' };

/** The calls of a response of a chat about several sites that one of its sites gets. */
export interface SiteCalls {
  /** The id of the response. */
  messageId: string;
  calls: readonly RecipeCall[];
  /** True if the calls need approval whatever the policy says. */
  plan: true | undefined;
}

/**
 * The controls of the loop. A control rejects with a StewardError. The record is then unchanged, except for what the
 * control stored before it failed. Controls of one chat run one after the other, in the order of the calls; only `stop`
 * interrupts the current one.
 */
export interface AgentLoop {
  /**
   * Accepts the user's message at any time. The message starts a run, joins the run that waits for it, or goes into the
   * queue, which has room for one message; a message that was queued before becomes unsent text. Resolves once the
   * message is stored. Rejects with `invalid-message` if the open question accepts only its own choices and the message
   * is none of them, and with `question-closed` if the message was written for another question.
   *
   * @param images missing for none
   * @param questionId id of the call whose question was open when the user began the message; null if none was open;
   * missing if the message is for any open question
   * @param isRehearsal true to start a rehearsal (see `rehearsal` of a run), which rejects with `busy` during a run
   */
  sendUserMessage(
    chatId: string,
    text: string,
    images?: MessageImage[],
    questionId?: string | null,
    isRehearsal?: true,
  ): Promise<Accepted>;
  /**
   * Starts a run that consists of these calls. They need the user's approval; no request goes to the model. Rejects with `busy` during a
   * run, or while another chat works on the page.
   */
  proposeCalls(chatId: string, text: string, calls: RecipeCall[]): Promise<{ runId: string }>;
  /**
   * Starts the run of a member chat that carries out the calls which its site gets, once, each behind the chat's gate. Rejects with
   * `busy` during a run, and with the errors of reading the page; then no call was made.
   */
  carryOut(chatId: string, calls: SiteCalls): Promise<void>;
  /**
   * Starts a run with queued input that is left after a run: the run failed or was stopped, or its page was
   * unreachable. Has no effect if nothing is queued. Rejects with `not-found` for a deleted chat, with `busy` during a
   * run, and with the errors of reading the page.
   */
  sendQueued(chatId: string): Promise<void>;
  /** Deletes the queued message. Rejects with `not-found` unless it was queued at `queuedAtMs`. */
  withdrawMessage(chatId: string, queuedAtMs: number): Promise<void>;
  /** Moves the queued message into the composer. Rejects as {@link withdrawMessage} does. */
  takeBackMessage(chatId: string, queuedAtMs: number): Promise<void>;
  /**
   * Accepts an event for the model at any time, under the rules of {@link sendUserMessage}. Has no effect, and
   * resolves with null, if the chat already has a message or an event with the id `event.sender.messageId`. Rejects
   * with the signal's reason if it aborts before the chat's turn; the event is then not stored.
   */
  addSystemMessage(chatId: string, event: ArrivingEvent, signal?: AbortSignal): Promise<Accepted | null>;
  /**
   * Ends the run after the current step: the streaming response or running call is completed and stored first. Withdraws a queued
   * status. Has no effect on a run that is over.
   */
  stopGracefully(chatId: string): Promise<void>;
  /**
   * Ends a run that isn't over, whatever it waits for. Drops the streaming response and cancels calls that haven't
   * started. A running call is awaited briefly, and its result states what is uncertain, so the run ends within a
   * second even if the page doesn't answer. Resolves when the run has ended.
   */
  stop(chatId: string): Promise<void>;
  /**
   * Stops the run as {@link stop} does, and gives results to the open calls of a failed run. Retry then runs none
   * of them: the user approved them for the page that the chat has now. Settles an open restore for the same
   * reason. Then runs `task`, which binds the chat to another page; no other control of the chat runs in between.
   * Rejects as `task` does, and with `conflict` if the page exists but doesn't answer.
   */
  closeRun(chatId: string, task: () => Promise<void>): Promise<void>;
  /**
   * Pauses the run after the current step. Has no effect on a run that is over or paused, or that waits for the
   * user's input.
   */
  pause(chatId: string): Promise<void>;
  resume(chatId: string): Promise<void>;
  /**
   * Stores the result of a delegated call and continues the run. `page`: hashes of the page's state before and after a
   * call that ran in the page. Rejects with `not-found` unless the call has started and has no result.
   */
  provideToolResult(executionId: string, result: ToolResult, page?: StatesAround): Promise<void>;
  /** Changes the run's status at once, aborting a request. Has no effect on a run that is over. */
  requestStatus(chatId: string, status: RequestableStatus): Promise<void>;
  /**
   * Queues a status for the unfinished run `runId`, or, with null, for the chat's next run. The run changes to this
   * status instead of sending its next request. A null `status` withdraws the queued one. Another status has no
   * effect if the run is about to stop, sends no requests or has ended, or if the next run has begun.
   */
  queueStatus(chatId: string, runId: string | null, status: RequestableStatus | null): Promise<void>;
  /** Continues a failed run from the last stored step. */
  retry(chatId: string): Promise<void>;
  /**
   * Continues a failed run from the part of its answer that broke off. Rejects with `not-found` if there is none.
   */
  continueAnswer(chatId: string): Promise<void>;
  /** Continues a run that reached the round limit, repeats a call, was cut off, or was rolled back into its middle. */
  continueRun(chatId: string): Promise<void>;
  /**
   * Dry run of an approval request's calls with the user's choices. Rejects with `approval-gone`, or as the gate's
   * preview does.
   */
  previewApproval(
    approvalId: string,
    choices: readonly CallChoice[],
  ): Promise<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }>;
  /**
   * Stores the user's decision and continues the run. Rejects with `approval-gone` if the request was decided or
   * withdrawn before, with `page-changed` if the page isn't as the user saw it (the request then shows what changed),
   * and with `write-refused` without the user's consent.
   */
  decideApproval(approvalId: string, answer: ApprovalAnswer, consent: UserConsent): Promise<void>;
  /**
   * Continues a run that waits for the page, and renews an open approval request. Call it when the page changed or is
   * back.
   */
  notePage(chatId: string, note: PageNote): Promise<void>;
  /**
   * Continues a run whose wait is no longer necessary: it waited for a connection or a model and has both now, or it
   * waited for its page's lease and its new policy allows only reading. Call it after a choice of a model and after a
   * change of the policy.
   */
  noteSettings(chatId: string): Promise<void>;
  /**
   * Lets runs of other chats that wait for the page request its lease again. Call it when the chat's run may have
   * released the lease.
   */
  wakeWaiting(chatId: string): Promise<void>;
  /** Continues the chat's run after a restart of the worker, or ends it with `interrupted`. */
  recover(chatId: string, browserRestarted: boolean): Promise<void>;
  /**
   * Runs a task on the chat's record and page, e.g. a rollback, while no control and no step runs. Rejects with `busy`
   * if a step is running or another chat works on the page, and with whatever the task rejects with.
   *
   * @param keepsPage true if the task leaves the page as it is, so that another chat may work on it
   */
  whileIdle<Result>(chatId: string, task: () => Promise<Result>, keepsPage?: boolean): Promise<Result>;
  /** True while a step runs, or a wait with a time limit is pending, in any chat. */
  isBusy(): boolean;
}

/** A notice that a chat's page is back or has changed, with a reading of the page that was made after that. */
export interface PageNote {
  kind: 'there' | 'changed';
  reading: PageReading;
}

/** An event for a chat, before it is queued. */
export type ArrivingEvent = Omit<QueuedEvent, 'queuedAtMs'>;

/** The loop's dependencies. The background passes the real parts, tests pass fakes. */
export interface LoopDeps {
  journal: Journal & RollbackJournal;
  page: PagePort;
  pageLock: PageLockPort;
  endpoints: EndpointPort;
  ai: AIService;
  adapters: AdapterPort;
  gate: ApprovalGate;
  /**
   * Keeps the token of each approved delegated call. It receives the token before the event that announces the
   * call.
   */
  delegatedTokens: Pick<DelegatedTokens, 'keep'>;
  /** The results so far of the calls that a chat's sites carry out, by execution id. Missing without such chats. */
  resultsOnSites?(chatId: string): Promise<ReadonlyMap<string, ToolResult>>;
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

export interface StepDeps extends LoopDeps, Pick<AgentLoop, 'addSystemMessage'> {
  answerWaits: Pick<AnswerWaits, 'add'>;
}
