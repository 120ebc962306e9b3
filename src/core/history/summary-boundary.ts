import type { Message, SummaryMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { OmissionCount } from './omissions';

/** The part of a conversation that is sent, and the summary of the part before it; null without a boundary. */
export interface SentPart {
  summary: SummaryMessage | null;
  entries: Message[];
}

/**
 * Drops what is before the latest summary, except for the messages that every request contains
 * ({@link requiredIds}). Those are before it if, for example, the user summarizes a run that failed, and continues
 * the run.
 */
export function afterBoundary(
  entries: readonly Message[],
  run: Run | null,
  omissions: OmissionCount,
): SentPart {
  const at = entries.findLastIndex((entry) => entry.role === 'summary' && entry.state === 'boundary');
  const summary = entries[at];
  if (summary?.role !== 'summary') return { summary: null, entries: [...entries] };
  const required = requiredIds(entries, run);
  const before = entries.slice(0, at).filter(({ role }) => isSentRole(role));
  const stays = before.filter(({ id }) => required.has(id));
  omissions.add({ what: 'messages', reason: 'summary' }, before.length - stays.length, []);
  return { summary, entries: [...stays, ...entries.slice(at + 1)] };
}

/**
 * The ids of the messages that every request contains: the last prompt (without one, the last event), the run's opening and
 * what the user wrote in it since the last answer, and the one that carries the page's state.
 */
export function requiredIds(entries: readonly Message[], run: Run | null): Set<string> {
  const last = (role: 'user' | 'system') =>
    entries.findLast((entry) => entry.role === role && entry.content.trim() !== '');
  const prompt = last('user') ?? last('system');
  const answered = entries.findLastIndex(({ role }) => role === 'assistant');
  const unanswered = entries
    .slice(answered + 1)
    .filter(({ role, runId }) => role === 'user' && runId === run?.id);
  const ofRun = run === null ? [] : [run.openingMessageId, stateCarrier(run)];
  return new Set([...ofRun, ...[...unanswered, prompt].flatMap((entry) => entry?.id ?? [])]);
}

/** The id of the message that carries the page's state in the run's requests. */
export function stateCarrier(run: Run): string {
  return run.stateMessageId ?? run.openingMessageId;
}

const SENT_ROLES: readonly Message['role'][] = ['user', 'assistant', 'tool', 'system'];

/** True for roles whose messages requests can contain. */
export function isSentRole(role: Message['role']): boolean {
  return SENT_ROLES.includes(role);
}

/** The block of the system prompt that contains a summary. */
export function summaryBlock({ content }: SummaryMessage): string {
  return `Previous Conversation Summary:\n\n${content}`;
}
