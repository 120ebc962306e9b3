import type { Change } from '@/src/schema/change';
import type { Run } from '@/src/schema/run';
import type { Differences } from '../page-history/page-observer';
import { type ChatRecord, nextPosition } from '../records/record-access';
import type { LoopDeps } from './agent-loop';
import { pageAsShown } from './begin-run';
import { eventMessage } from './run-messages';
import { sentPage } from './sent-page';

/**
 * Adds an event with this text that carries the page's state in the run's requests from now on. The opening message
 * can't carry it: the model would read it as the state before the results that follow. Returns the nonce of the state's
 * block, which the caller stores with the run. Rejects with `storage`.
 *
 * @param changes the changes that the model has not received; the event reports them
 */
export async function renewPage(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  found: Pick<Differences, 'reading' | 'place'>,
  { text, changes }: { text: string; changes: Change[] },
  signal: AbortSignal,
): Promise<Pick<Run, 'nonce'>> {
  const { reading, place: at } = found;
  const nonce = deps.ids.newId();
  const place = { run, position: nextPosition(record.messages) };
  await deps.journal.renewOpening({
    runId: run.id,
    ...(await pageAsShown(deps, record, reading, nonce, signal)),
    message: eventMessage(deps, place, { scope: 'steward', text }, { changes, nonce }),
    context: reading.context,
    at,
    chat: sentPage(deps, record.chat, reading),
  });
  return { nonce };
}
