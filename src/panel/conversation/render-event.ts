import type { Change } from '@/src/schema/change';
import type {
  AccountingMessage,
  RollbackMessage,
  SummaryMessage,
  SystemMessage,
  UserMessage,
} from '@/src/schema/message';
import type { Said } from '@/src/schema/values/said';
import { accountingLine } from './accounting-row';
import type { ToolCardModel } from './tool-card-model';

const TECHNICAL: readonly RenderEvent['kind'][] = ['system-prompt', 'side-request', 'title'];

/**
 * One entry of the conversation as it is shown. Keys are made from message ids, so a response keeps its position and its
 * unfolded parts when the stored message replaces the streaming one.
 */
export type RenderEvent = { key: string } & (
  | { kind: 'user'; message: ShownUserMessage }
  /** `durationMs` is null while streaming, or if it wasn't measured. */
  | { kind: 'thinking'; text: string; isStreaming: boolean; durationMs: number | null }
  /** `createdAtMs` is null until it is stored. */
  | { kind: 'answer'; text: string; isStreaming: boolean; createdAtMs: number | null }
  /** The part of an answer that was received before it broke off. */
  | { kind: 'partial-answer'; text: string }
  | ShownCall
  /** Two or more consecutive calls of one response. `isFolded`: true if another group of the same response follows. */
  | { kind: 'tool-group'; calls: (ShownCall & { key: string })[]; isFolded: boolean }
  | { kind: 'question'; question: Question }
  | { kind: 'note'; text: Said; changes?: readonly Change[] }
  | { kind: 'rollback'; message: RollbackMessage }
  | { kind: 'accounting'; message: AccountingMessage }
  /** Placeholder of the system prompt of this run's requests. The prompt is loaded when the user unfolds the row. */
  | { kind: 'system-prompt'; chatId: string; runId: string }
  /** A side request of Steward to the model, with its text. */
  | { kind: 'side-request'; asksFor: 'title' | 'summary' | 'next-answer'; text: string }
  | { kind: 'title'; text: string }
  | { kind: 'summary'; message: SummaryMessage | WritingSummary }
);

/** The shown part of a user's message. */
export type ShownUserMessage = Pick<UserMessage, 'content' | 'createdAtMs' | 'changes' | 'images' | 'parts'>;

interface ShownCall {
  kind: 'tool';
  card: ToolCardModel;
}

/** A summary that the model is still writing; `content` is the text so far. */
export interface WritingSummary extends Pick<SummaryMessage, 'id' | 'content'> {
  state: 'writing';
}

/** A question that the assistant asked with `ask_user`. */
export interface Question {
  /** The execution id of the `ask_user` call. An answer refers to the question by this id. */
  id: string;
  text: string;
  /** Answers to choose from; none for an open question. */
  choices: readonly string[];
  /** True if a free-text answer is accepted besides the choices. */
  allowsOther: boolean;
  /** True if the run waits for the answer. */
  isOpen: boolean;
  /** The user's message after the question; null if there is none. */
  answer: string | null;
}

/**
 * Returns what is shown of an entry while technical rows are off: nothing for an entry about requests to the model, and one line for an
 * accounting row if no other row shows its event (see {@link accountingLine}). All other entries are unchanged.
 */
export function withoutTechnical(event: RenderEvent): RenderEvent[] {
  if (event.kind !== 'accounting') return TECHNICAL.includes(event.kind) ? [] : [event];
  const text = accountingLine(event.message);
  return text === null ? [] : [{ kind: 'note', key: event.key, text }];
}

/** True for an event from Steward that tells the model how to continue. */
export function isForModel({ scope, sender }: SystemMessage): boolean {
  return scope === 'steward' && sender === undefined;
}
