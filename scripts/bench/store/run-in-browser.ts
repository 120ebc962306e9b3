import { createDryRuns } from '@/src/background/page/dry-runners';
import { createDecisionSeals } from '@/src/background/storage/decision-seals';
import { createJournal } from '@/src/background/storage/journal';
import { createPageHistory } from '@/src/background/storage/page-history';
import type { AIService } from '@/src/core/llm/ai-service';
import type { LoopDeps } from '@/src/core/loop/agent-loop';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { hasEnded } from '@/src/core/records/transition';
import { english } from '@/src/core/text/english';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';
import { guardedPage } from '@/tests/fakes/guarded-page';
import { createNotesPage, notesAdapter } from '@/tests/fakes/notes-adapter';

/** Time that the model takes for its answer, in milliseconds; that of a fast model. */
const ANSWER_MS = 500;

/** Durations of one run with one answer, in milliseconds. */
interface RunTimes {
  /** From the user's message to the end of the run. */
  totalMs: number;
  /** `totalMs` without the model's time. */
  ownMs: number;
}

/**
 * Creates the real loop over the browser's database, with a page in memory and a model that answers after {@link
 * ANSWER_MS}.
 */
export function createRunBench({
  db,
  ...shared
}: Pick<LoopDeps, 'clock' | 'ids' | 'checkpoints' | 'checkpointStore'> & { db: StewardDatabase }) {
  const { clock, ids } = shared;
  const journal = createJournal(db, clock);
  let answeringMs = 0;
  const ai: AIService = {
    async *stream() {
      const askedAtMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      answeringMs = performance.now() - askedAtMs;
      yield { type: 'content', text: 'An answer.' };
      yield { type: 'finish', reason: 'stop' };
    },
    listModels: async () => [],
  };
  const tokens = createWriteTokens({ clock, ids });
  const notes = createNotesPage({ notes: ['milk'], published: ['milk'] }, clock.now);
  const page = guardedPage(notes.port, tokens.checker);
  const adapters = { definitionOf: () => notesAdapter };
  const observer = createPageObserver({ history: createPageHistory(db), adapters, clock });
  const gate = createApprovalGate({
    journal,
    page,
    observer,
    dryRuns: createDryRuns({ page, runners: [], adapters, ids }),
    adapters,
    issuer: tokens.issuer,
    seals: createDecisionSeals(db),
    consents: createConsents(),
    clock,
    ids,
  });
  const loop = createAgentLoop({
    journal,
    page,
    pageLock: { lock: async () => undefined },
    gate,
    delegatedTokens: createDelegatedTokens(),
    observer,
    timer: { sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)) },
    random: () => 0,
    endpoints: {
      endpointOf: async () => ({
        connectionId: 'k',
        endpoint: { baseUrl: 'http://model.test', key: null, headers: {} },
        model: 'm',
      }),
      traitsOf: async () => ({
        acceptsCacheControl: true,
        takesImages: true,
      }),
      noteCacheRefusal: async () => undefined,
    },
    ai,
    adapters,
    logger: createMemoryLogger('error').logger,
    events: { emit: () => undefined },
    ...shared,
  });

  return async (chatId: string): Promise<RunTimes> => {
    const startedAtMs = performance.now();
    await loop.sendUserMessage(chatId, 'A question.');
    while (loop.isBusy()) await new Promise((resolve) => setTimeout(resolve));
    const totalMs = performance.now() - startedAtMs;
    const { run } = await journal.load(chatId);
    if (run === null || !hasEnded(run.status)) throw new Error('The run did not end.');
    if (run.error !== null) throw new Error(english(run.error.message));
    return { totalMs, ownMs: totalMs - answeringMs };
  };
}
