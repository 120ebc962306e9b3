import type { Change } from '@/src/schema/change';
import type { Message, SystemMessage, UserMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { PageApplication } from '../checkpoints/change-page';
import type { RevisionInputs } from '../checkpoints/revision';
import type { NextRun, RollbackEntry } from '../checkpoints/rollback-entry';
import { boundChanges } from '../context/bound-changes';
import { changesReportedBy } from '../page-history/reported-changes';
import { conversation, imagesOf } from '../records/message';
import { hasEnded, transition } from '../records/transition';
import type { LoopDeps } from './agent-loop';
import { newRun, pageAsShown } from './begin-run';
import { eventMessage, openingOf, userMessage, withChanges } from './run-messages';

/** The stored parts of the run that continues after an edit or a retry. */
export interface Continuation {
  run: RollbackEntry['run'];
  next: NextRun;
  /** False if the run's requests show the page as they did before. */
  isPageSent: boolean;
}

/** Facts that both kinds of revision are built from. `news`: the page's changes that the model has to receive. */
interface Built {
  change: PageApplication;
  news: readonly Change[];
  /** The position of the next message. */
  position: number;
}

/** A new run, which the edited message starts. */
export function editedRun(
  deps: LoopDeps,
  { record, adapter, target }: RevisionInputs,
  made: Built & { runId: string; text: string },
): Continuation {
  const { change, news, position, runId, text } = made;
  const { chat } = record;
  const nonce = deps.ids.newId();
  const place = { run: { id: runId, chatId: chat.id }, position };
  const changes = boundChanges(adapter, chat.settings, news);
  const message = {
    ...userMessage(deps, place, { text, images: imagesOf(target.message) }, { changes, nonce }),
    editOf: target.message.id,
  };
  const kept = remaining(record.messages, target.message.position);
  return {
    run: endOfEarlier(deps, record.run, kept),
    isPageSent: true,
    next: {
      run: newRun(deps, record, { message, reading: change.after, nonce, hasEndpoint: true }),
      message,
      opening: null,
    },
  };
}

/** The messages of the conversation before the one that is replaced. */
function remaining(messages: readonly Message[], position: number): Message[] {
  return conversation(messages).filter((message) => message.position < position);
}

/** Ends the earlier run, even if it waits for the user. Null if it has ended, or has no message left. */
function endOfEarlier(
  { clock }: Pick<LoopDeps, 'clock'>,
  run: Run | null,
  kept: readonly Message[],
): RollbackEntry['run'] {
  if (run === null || hasEnded(run.status) || !kept.some(({ runId }) => runId === run.id)) return null;
  const status = transition(run.status, { type: 'stopped' });
  return { id: run.id, changes: { status, endedAtMs: clock.now() } };
}

/** The answer's own run, which requests the answer again. */
export function retriedRun(
  deps: LoopDeps,
  inputs: RevisionInputs,
  { run, ...built }: Built & { run: Run },
): Continuation {
  const { record, target } = inputs;
  const changes: Partial<Run> = {
    // The same transitions as a rollback into the middle of the run, followed by Continue.
    status: transition(transition({ state: 'done' }, { type: 'rolled-back', resumable: true }), {
      type: 'continued',
    }),
    attempt: run.attempt + 1,
    round: 0,
    loopCheckFrom: built.position,
    invalidCalls: 0,
    missedToolCalls: 0,
    control: null,
    error: null,
    endedAtMs: null,
  };
  const kept = remaining(record.messages, target.message.position).filter(({ runId }) => runId === run.id);
  const shown = shownPage(deps, inputs, { run, kept, ...built });
  return {
    run: { id: run.id, changes: { ...changes, ...shown?.run } },
    isPageSent: shown !== null,
    next: { run: null, message: shown?.event ?? null, opening: shown?.opening ?? null },
  };
}

/**
 * Shows the page in the run's requests from now on: in the opening message before the run's first answer, afterwards in
 * an event. Null if the requests stay as they were: no message that is set aside changed the page or may report it, and
 * no rollback followed the answer. (A rollback may have brought messages back after a retry had moved the page's
 * state.)
 */
function shownPage(
  deps: LoopDeps,
  { record, adapter, target, change: { kind } }: RevisionInputs,
  { run, kept, change, news, position }: Built & { run: Run; kept: readonly Message[] },
): { run: Partial<Run>; event: SystemMessage | null; opening: UserMessage | SystemMessage | null } | null {
  const { setAside } = target.cut;
  const isRolledBack = record.messages.some(
    ({ role, position: at }) => role === 'rollback' && at > target.message.position,
  );
  if (kind === 'none' && !isRolledBack && !setAside.some((message) => mayReportPage(message))) return null;
  const opening = openingOf(kept, run);
  if (opening !== null && !kept.some(({ role }) => role === 'assistant')) {
    const changes = boundChanges(adapter, record.chat.settings, [...changesReportedBy(opening), ...news]);
    return {
      run: { ...pageAsShown(deps, record, change.after, run.nonce), stateMessageId: opening.id },
      event: null,
      opening: withChanges(opening, changes, run),
    };
  }
  const nonce = deps.ids.newId();
  const changes = boundChanges(adapter, record.chat.settings, news);
  const event = eventMessage(deps, { run, position }, RETRIED_EVENT, { changes, nonce });
  return {
    run: { ...pageAsShown(deps, record, change.after, nonce), nonce, stateMessageId: event.id },
    event,
    opening: null,
  };
}

/** True for the kinds of messages that can report the page to the model. */
function mayReportPage({ role }: Message): boolean {
  return role === 'user' || role === 'tool' || role === 'system';
}

const RETRIED_EVENT = {
  scope: 'steward',
  text: 'The user set aside what followed this point, and wants another answer. The page is as shown here.',
} as const;
