import '@/tests/world/before-all';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { waitUntil } from '@/tests/drive/wait-until';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { choicesFor, decideApproval, pendingApproval } from '@/tests/world/approvals';
import { type StewardInMemory, startSteward } from '@/tests/world/steward-in-memory';
import { type OperationWatch, watchOperations } from '@/tests/world/watch-operations';
import { streamOfResponse } from '@/tests/world/wire-in-memory';
import { type CaseReport, createCaseReport } from '../case-report';
import { interleaved, shuffled } from '../shuffled';
import { forgedAnswers } from './forged-answers';
import {
  commandsAboutChats,
  commandsOfOthers,
  forgedPorts,
  malformedCommands,
  messagesFromOutside,
  staleDecisions,
} from './forged-commands';
import type { ForgedMessage } from './forged-message';
import { forgedNotices } from './forged-notices';
import { forgedRequests, type PartForgery } from './forged-requests';
import { forgedResponses } from './forged-responses';
import type { KnownFacts } from './sample-commands';

/** The log buffers a thousand entries until they are written; larger batches would lose entries by design. */
const BATCH_SIZE = 400;
/** A refusal may write to the log, and the check of the data runs on its own some time after the start. */
const OTHER_TABLES: readonly string[] = ['logs', 'integrity'];
/** No log may contain it, whatever command it was sent in. */
const SECRET = 'sk-forged-9b1d77e0c4';

/** Faults to build into the product, to prove that the suite detects them. */
export interface MessageParts {
  /** Changes messages in transit, for instance so that every sender looks like the panel. */
  pass(steward: StewardInMemory): void;
}

/**
 * Sends forged messages in random order to the background while an approval request is pending, and to the
 * parts that listen in the page. Each must be refused and logged, or be one that nothing reads; it must change no
 * stored data, and reach neither page nor network.
 */
export async function tryMessages(
  { runs, seed }: SuiteOptions,
  parts: MessageParts = { pass: () => undefined },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const { steward, known } = await startWithPendingApproval();
  const writes = watchOperations(null);
  try {
    parts.pass(steward);
    const requests = forgedRequests();
    const decisions = staleDecisions(steward, known);
    const isOfPreview = ({ name }: ForgedMessage) => name.includes('preview');
    const kinds: (readonly (ForgedMessage | PartForgery)[])[] = [
      commandsOfOthers(steward, known),
      // A kind of its own, because it is small.
      commandsAboutChats(steward, known),
      malformedCommands(steward, known),
      // A kind of its own: nothing else shows whether a decision is compared with what was shown.
      decisions.filter(isOfPreview),
      decisions.filter((decision) => !isOfPreview(decision)),
      forgedPorts(steward, known),
      forgedNotices(steward, known),
      messagesFromOutside(known),
      requests.ofOthers,
      requests.malformed,
      forgedResponses(),
    ];
    const cases = interleaved(kinds.map((kind) => shuffled(kind, seed)));
    for (let start = 0; start < runs; start += BATCH_SIZE) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, runs - start) }, (_, index) => {
        return cases[(start + index) % cases.length];
      });
      await sendBatch(
        { steward, known, writes, report },
        batch.filter((one) => one !== undefined),
      );
    }
  } finally {
    writes.stop();
    await steward.close();
  }
  // They replace the browser that the running instance uses.
  for (const { name, attempt } of shuffled(forgedAnswers(), seed).slice(0, runs))
    report.addCase(name, await attempt());
  return report.report();
}

interface Target {
  steward: StewardInMemory;
  known: KnownFacts;
  writes: OperationWatch;
  report: CaseReport;
}

async function sendBatch(target: Target, batch: readonly (ForgedMessage | PartForgery)[]): Promise<void> {
  const { steward, report } = target;
  for (const one of batch) {
    report.addCase(one.name, 'attempt' in one ? await one.attempt() : await problemsOf(target, one));
  }
  const areStored = async () => (await refusalsStored(steward)) === refusalsLogged(steward);
  // The log is stored a moment after it was written.
  const lost = await waitUntil(areStored, 'not all refusals that were logged are stored').then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const kept = JSON.stringify([await steward.db.logs.toArray(), steward.consoleLines]);
  report.addProblems('the log', [
    ...lost,
    ...(kept.includes(SECRET) ? ['it contains text of a forged command'] : []),
  ]);
}

async function problemsOf({ steward, known, writes }: Target, message: ForgedMessage): Promise<string[]> {
  const before = await facts(steward, known);
  const loggedBefore = refusalsLogged(steward);
  writes.written();
  const reply = await message.send(steward).catch((error: unknown) => `an exception: ${error}`);
  const mayWrite = [...OTHER_TABLES, ...(message.mayWrite ?? [])];
  const written = writes.written().filter((table) => !mayWrite.includes(table));
  const after = await facts(steward, known);
  return [
    ...(isRefusal(reply, message.refusal) ? [] : [`it was answered with ${shortened(reply)}`]),
    ...(written.length > 0 ? [`it wrote to ${written.join(', ')}`] : []),
    ...(before === after ? [] : [`it changed ${before} to ${after}`]),
    ...logProblems(message, refusalsLogged(steward) > loggedBefore),
  ];
}

function logProblems({ isUnread }: ForgedMessage, isLogged: boolean): string[] {
  if (isUnread === true) return isLogged ? ['it was read, as the log shows'] : [];
  return isLogged ? [] : ['it is not in the log'];
}

function isRefusal(reply: unknown, wanted: ForgedMessage['refusal']): boolean {
  if (wanted === 'silence') return reply === undefined;
  if (wanted === 'closed') return reply === 'closed';
  const { ok, error } = (reply ?? {}) as { ok?: unknown; error?: { code?: unknown } };
  return ok === false && error?.code !== 'internal';
}

/** Everything that these messages may not change. */
async function facts({ browser, db, page, wire }: StewardInMemory, known: KnownFacts): Promise<string> {
  const chat = await db.chats.get(known.chatId);
  const run = await db.runs.get(known.runId);
  const approval = await db.approvals.get(known.pending.approvalId);
  return canonicalJson({
    settings: chat?.settings as unknown as Json,
    binding: (chat?.binding ?? null) as Json,
    status: (run?.status ?? null) as unknown as Json,
    approval: {
      state: approval?.state ?? null,
      decisions: approval?.calls.map(({ decision }) => decision) as never,
    },
    connections: (await db.connections.toArray()) as unknown as Json,
    session: (await browser.session.get(null)) as Json,
    page: page.changes() as unknown as Json,
    wire: wire.sent.length,
  });
}

/** Number of log lines that report a refusal. The console has them at once, the database later. */
function refusalsLogged({ consoleLines }: StewardInMemory): number {
  return consoleLines.filter((line) => /^\[(security\.refused|page\.lock)\]/.test(line)).length;
}

async function refusalsStored({ db }: StewardInMemory): Promise<number> {
  return db.logs.filter(({ topic }) => topic === 'security.refused' || topic === 'page.lock').count();
}

function shortened(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

/** A chat with one refused and one pending approval request. */
async function startWithPendingApproval(): Promise<{ steward: StewardInMemory; known: KnownFacts }> {
  const drafts = { openai: { ignore: ['*-preview*'], whitelist: [] } };
  const steward = await startSteward({
    context: modelFilterState({ drafts }),
    endpoint: () => streamOfResponse({ text: '', calls: [['save_changes', '{}']] }),
  });
  const { chatId, connectionId } = steward;
  await steward.send('Save.');
  const decided = await pendingCall(steward);
  const { approvalId, digest } = decided;
  await decideApproval(steward, {
    approvalId,
    digest,
    choices: choicesFor([decided], { verdict: 'reject', note: 'Not now.' }),
  });
  const pending = await pendingCall(steward);
  const { id: runId } = await steward.settled();
  const [checkpoint] = await steward.db.checkpoints.toArray();
  const chat = await steward.db.chats.get(chatId);
  if (checkpoint === undefined || !chat?.lastStateHash) throw new Error('There is no checkpoint.');
  const known = {
    chatId,
    connectionId,
    runId,
    pending,
    decided,
    checkpointId: checkpoint.id,
    stateHash: chat.lastStateHash,
    secret: SECRET,
  };
  return { steward, known };
}

async function pendingCall(steward: StewardInMemory): Promise<KnownFacts['pending']> {
  for (;;) {
    await steward.settled();
    const approval = await pendingApproval(steward);
    const call = approval?.calls[0];
    if (approval !== undefined && call !== undefined) {
      return { approvalId: approval.id, executionId: call.executionId, digest: approval.preview.digest };
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}
