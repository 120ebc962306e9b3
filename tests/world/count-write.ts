import './before-all';
import { waitUntil } from '@/tests/drive/wait-until';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { startSteward } from './steward-in-memory';
import { watchOperations } from './watch-operations';
import { answersWith } from './wire-in-memory';

/** Requests, messages and operations of one message with one write, from its sending until nothing happens any more. */
export interface WriteCounts {
  modelRequests: number;
  /** Messages from the background to the content script; of those, which lock or unlock the page, and which execute a call. */
  pageMessages: number;
  lockMessages: number;
  executions: number;
  /** Readings of the page's whole state. */
  pageReads: number;
  /** Operations on the database. */
  reads: number;
  writes: number;
}

/** Sends one message, for which the model adds one rule, in the background in memory. */
export async function countWrite(): Promise<WriteCounts> {
  const answer = answersWith([[['add_ignore_rule', { pattern: 'gpt-3*' }]]]);
  let answered = 0;
  const steward = await startSteward({
    context: modelFilterState({}),
    endpoint() {
      answered += 1;
      return answer();
    },
    hasTitle: false,
  });
  const { browser, db, page } = steward;
  try {
    const before = { messages: browser.tabMessages.length, requests: page.fake.requests.length };
    // The checks that follow a start.
    await waitUntil(async () => (await db.integrity.count()) > 0, 'The database was not checked.');
    await quiet(db.backendDB());
    const watch = watchOperations(db.backendDB());
    await steward.send('Hide gpt-3');
    const hasEnded = async () => ((await db.runs.toCollection().last())?.endedAtMs ?? null) !== null;
    await waitUntil(hasEnded, 'The run did not end.');
    await quiet(db.backendDB());
    watch.stop();
    const messages = browser.tabMessages.slice(before.messages).map(({ message }) => typeOf(message));
    const count = (types: string[], ...counted: string[]) =>
      types.filter((type) => counted.includes(type)).length;
    return {
      modelRequests: answered,
      pageMessages: messages.length,
      lockMessages: count(messages, 'lock', 'unlock'),
      executions: count(messages, 'execute'),
      pageReads: count(
        page.fake.requests.slice(before.requests).map(({ type }) => type),
        'get-state',
      ),
      reads: watch.reads(),
      writes: watch.writes(),
    };
  } finally {
    await steward.close();
  }
}

/** Resolves once the background has done what follows its start, or a run. */
async function quiet(own: IDBDatabase): Promise<void> {
  for (let isQuiet = false; !isQuiet; ) {
    const watch = watchOperations(own);
    await new Promise((resolve) => setTimeout(resolve, 100));
    watch.stop();
    isQuiet = watch.reads() + watch.writes() === 0;
  }
}

function typeOf(message: unknown): string {
  return (message as { request: { type: string } }).request.type;
}
