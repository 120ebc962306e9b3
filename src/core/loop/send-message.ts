import type { Execution } from '@/src/schema/call';
import type { CoordinationStatus } from '@/src/schema/run-status';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { isStewardError } from '../errors';
import { targetOf } from '../policy/message-dry-run';
import { withDecision } from '../policy/with-decision';
import { SEND_MESSAGE, scopeOfChat, sentMessageId } from '../records/chat-message';
import type { ChatRecord } from '../records/record-access';
import { LONGEST_WAIT_MS } from '../records/run-status';
import { english } from '../text/english';
import { delivered, deliveryInterrupted, type NamedChat, notDelivered } from '../tools/message-results';
import { type MessageArguments, messageArguments } from '../tools/send-message';
import type { StepDeps } from './agent-loop';
import { approvedCall, type CallResult, callResult, decisionFacts } from './call-result';
import type { AllowedCall } from './write';

/**
 * Sends an approved message to another chat. The call is stored as started first, with the chat that it goes to, and the message
 * has an id that follows from the call: so a call that a restart interrupted is delivered to the same chat, once.
 */
export async function sendApproved(
  deps: StepDeps,
  record: ChatRecord,
  execution: Execution,
  { dryRun, args }: AllowedCall,
  signal: AbortSignal,
): Promise<CallResult> {
  const to = targetOf(dryRun);
  await deps.journal.markSending(execution.id, deps.clock.now(), to);
  return deliverCall(deps, record, { ...execution, messageTo: to }, args, signal);
}

/** Completes a call that was interrupted after its start: the message is delivered unless the other chat has it. */
export async function resumeSending(
  deps: StepDeps,
  record: ChatRecord,
  execution: Execution,
  args: JsonObject,
  signal: AbortSignal,
): Promise<CallResult> {
  const { ran } = decisionFacts(await approvedCall(deps, execution), args);
  return deliverCall(deps, record, execution, ran ?? args, signal);
}

/** The result of a message whose delivery a stop interrupted. */
export async function interruptedSending(
  deps: Pick<StepDeps, 'journal'>,
  execution: Execution,
  args: JsonObject | null,
): Promise<CallResult> {
  const approved = await approvedCall(deps, execution);
  return callResult(withDecision(deliveryInterrupted(), approved), decisionFacts(approved, args));
}

/** Failures after which it is unknown what was stored. Retry delivers the message unless the other chat has it. */
const STORAGE_CODES: readonly ErrorCode[] = ['storage', 'storage-full'];

async function deliverCall(
  deps: StepDeps,
  { chat }: ChatRecord,
  execution: Execution,
  args: JsonObject,
  signal: AbortSignal,
): Promise<CallResult> {
  const message = messageArguments(args);
  const approved = await approvedCall(deps, execution);
  const facts = decisionFacts(approved, args);
  const failed = (title: string, reason: string) =>
    callResult(withDecision(notDelivered(title, reason), approved), { ...facts, ran: null });
  // The chat is stored with the start of the call, so it is never missing here.
  const to = await targetChat(deps, execution.messageTo ?? '');
  if (to === null) {
    return failed(message.chat, 'It was deleted.');
  }
  try {
    await deps.addSystemMessage(to.id, messageEvent(deps, chat, execution, message), signal);
  } catch (error) {
    // For example, the other chat's page is closed: the model gets that as the result. A stop and a storage failure end
    // the run.
    if (signal.aborted || !isStewardError(error) || STORAGE_CODES.includes(error.code)) throw error;
    return failed(to.title, `${english(error.said)} ${english(error.remedy)}`);
  }
  return callResult(withDecision(delivered(to, message.wait), approved), {
    ...facts,
    request: message.wait ? { mode: 'now', status: waitFor(deps, to, execution) } : null,
  });
}

function messageEvent(
  deps: StepDeps,
  { id, title }: NamedChat,
  execution: Execution,
  message: MessageArguments,
) {
  return {
    scope: scopeOfChat(id),
    text: message.message,
    sender: {
      messageId: sentMessageId(execution.id),
      chatId: id,
      title,
      kind: message.wait ? ('question' as const) : ('message' as const),
      nonce: deps.ids.newId(),
    },
  };
}

/** The chat with its title; null if it was deleted since. */
async function targetChat({ journal }: Pick<StepDeps, 'journal'>, chatId: string): Promise<NamedChat | null> {
  const chats = await journal.chatTitles();
  return chats.find(({ id }) => id === chatId) ?? null;
}

function waitFor(deps: StepDeps, { id, title }: NamedChat, execution: Execution): CoordinationStatus {
  return {
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: execution.id,
    coordinatingToolName: SEND_MESSAGE,
    targetAgentScope: scopeOfChat(id),
    userCanInterrupt: true,
    seenContextHash: null,
    reason: say('said.wait.answer', { title }),
    untilMs: deps.clock.now() + LONGEST_WAIT_MS,
  };
}
