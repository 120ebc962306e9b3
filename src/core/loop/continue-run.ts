import { type AssistantMessage, conversation } from '../chat/message';
import { stampedNews } from '../context/untold-changes';
import { countedAnew, tellModel } from './accept-input';
import { contextText } from './begin-run';
import { changeStatus } from './change-status';
import type { LoopDeps } from './loop-deps';
import { nextStep } from './next-step';
import type { ChatRecord } from './ports';
import { currentRun } from './record-access';
import type { Run } from './run';
import type { UserInputReason } from './run-status';
import { transition } from './transition';

/**
 * The person lets a run go on that stood still: with its rounds counted anew, the loop detector looking only at what
 * follows, and, after a rollback, with the page's present state in place of the one that it began with.
 */
export async function continueStopped(
  deps: LoopDeps,
  record: ChatRecord,
  signal: AbortSignal,
): Promise<void> {
  const run = currentRun(record);
  // Before anything else is read: a run that can't go on says so.
  transition(run.status, { type: 'continued' });
  const isAfter = (reason: UserInputReason) =>
    run.status.state === 'waiting-for-user-input' && run.status.reason === reason;
  const changes: Partial<Run> = { attempt: run.attempt + 1, ...countedAnew(record) };
  if (isAfter('rolled-back')) {
    const read = await deps.page.readContext(record.chat, signal);
    const known = await deps.journal.knownPage(record.chat.id);
    const { changes: found, reading, place } = await deps.observer.differencesSince(record.chat, known, read);
    const notes = await deps.journal.changeNotes(record.chat.id);
    const nonce = deps.ids.newId();
    const context = contextText(deps, record, reading, nonce);
    Object.assign(changes, { nonce, contextText: context });
    await deps.journal.renewOpening({
      runId: run.id,
      contextText: context,
      changes: null,
      // The run's own message was sent before the rollback, so that the next one has to tell of it.
      carried: stampedNews(found, record.chat.id, notes),
      context: reading.context,
      at: place,
      chat: { lastStateHash: reading.stateHash },
    });
  }
  if (isAfter('cut-off')) {
    // Rows for the user, as of an undo, may come behind the answer; once the model was told, the next step is a request.
    const next = nextStep(conversation(record.messages), run.id);
    if (next.kind === 'conclude') await tellModel(deps, record, cutOffText(next.response));
  }
  await changeStatus(deps, run, { type: 'continued' }, changes);
}

function cutOffText({ content }: AssistantMessage): string {
  return content.trim() === ''
    ? 'Your answer reached its length limit before it had any text. Answer again, with less reasoning.'
    : 'Your answer was cut off at its length limit. Go on exactly where it stopped.';
}
