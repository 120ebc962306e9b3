import type { Scheduler } from 'fast-check';
import { newChat, newChatSettings, type PolicySettings } from '@/src/core/chat/chat';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { isStewardError, StewardError } from '@/src/core/errors';
import type { Run } from '@/src/core/loop/run';
import { createMemoryCheckpointStore } from '../../fakes/memory-checkpoint-store';
import { createMemoryJournal } from '../../fakes/memory-journal';
import { createMemoryTables } from '../../fakes/memory-tables';
import { createFuzzEndpoint } from './fuzz-endpoint';
import { createFuzzPage } from './fuzz-page';
import { createPacer } from './pacer';
import type { Problems } from './problems';
import type { Sight } from './sight';
import { createSpoken } from './spoken';
import { createTokenExpiries } from './token-expiries';
import { createTrouble } from './trouble';
import { createWitness } from './witness';
import { createWorker, type Surroundings, type Worker } from './worker';

export const CHAT_ID = 'chat';

/** What the person does to a question. */
export const ANSWERING = 'answering';

/** What differs from case to case beside the commands. */
export interface WorldSettings extends PolicySettings {
  requireToolCall: boolean;
  roundsPerRun: number;
  checkpointLimit: number;
}

/** One chat about one page, with a person, a model, a background that dies now and then, and other people. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(settings: WorldSettings, scheduler: Scheduler, problems: Problems) {
  const told: string[] = [];
  const steps: string[] = [];
  const pacer = createPacer(scheduler, (step) => {
    steps.push(step);
    // Everything takes its time.
    nowMs += 1;
  });
  const tables = createMemoryTables();
  let nowMs = 1_000_000;
  let ids = 0;
  const clock = { now: () => nowMs };
  const idSource = {
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
  };
  const trouble = createTrouble(problems);
  const hasStorageFailed = () => trouble.hasFailed;
  const expiries = createTokenExpiries({ clock, problems });
  const witness = createWitness({
    tables,
    page: () => page,
    hasStorageFailed,
    hasExpired: expiries.hasExpired,
    problems,
  });
  const spoken = createSpoken(tables, problems);
  const page = createFuzzPage({ notes: ['ale'], published: ['ale'] }, { pacer, problems, ...witness });
  const endpoint = createFuzzEndpoint(witness);
  const sights: Sight[] = [];
  let model: string | null = 'm';
  let attempts = 0;

  const around: Surroundings = {
    pacer,
    journal: createMemoryJournal(tables, clock),
    checkpointStore: createMemoryCheckpointStore(tables),
    page,
    endpoint,
    endpoints: {
      async endpointOf() {
        if (model !== null) {
          return { endpoint: { baseUrl: 'http://model.test', key: null, headers: {} }, model };
        }
        throw new StewardError('model-missing', 'No model is chosen.', { remedy: 'Choose one.' });
      },
    },
    watchTokens: expiries.watch,
    clock,
    ids: idSource,
    logger: {
      error(topic, message, facts) {
        if (!trouble.hasFailed) problems.add(`${topic}: ${message} ${JSON.stringify(facts)}`);
      },
      warning: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      keeps: () => false,
    },
    beforeStorage: trouble.beforeStorage,
    onStorageError: trouble.onStorageError,
  };
  const checkpoints = createCheckpointManager({ store: around.checkpointStore, clock, ids: idSource });
  await openChat();
  let worker: Worker = createWorker(around);

  function tellSteps(): void {
    if (steps.length > 0) told.push(`    ${steps.splice(0).join(', ')}`);
  }

  /** As the background opens a chat. */
  async function openChat(): Promise<void> {
    const { context, stateHash } = page.read();
    tables.chats.add(
      newChat({
        id: CHAT_ID,
        title: 'Notes',
        atMs: nowMs,
        binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
        settings: { ...newChatSettings(), ...settings },
        lastStateHash: stateHash,
      }),
    );
    tables.contexts.add({ chatId: CHAT_ID, context, atMs: nowMs, seen: [], carried: [] });
    await checkpoints.take({
      chatId: CHAT_ID,
      reason: 'session-start',
      runId: null,
      messageId: null,
      position: 0,
      calls: [],
      stateHash,
      state: { notes: page.state().notes },
      conversation: null,
      limit: settings.checkpointLimit,
    });
  }

  async function run(): Promise<Run | null> {
    return (await around.journal.load(CHAT_ID)).run;
  }

  function fingerprint(): string {
    return `${witness.changes()} ${page.hash()}`;
  }

  /**
   * Somebody uses a control: it has to be carried out, or refused with a reason; then, if nothing else is going on,
   * nothing may have changed. Resolves when that is known, which may be never: the worker may die.
   */
  async function attempt<Result>(name: string, control: () => Promise<Result>): Promise<Result | null> {
    attempts += 1;
    const number = attempts;
    const before = pacer.isQuiet() && !endpoint.isAsked() ? fingerprint() : null;
    try {
      return await control();
    } catch (error) {
      if (!isStewardError(error) || (error.code === 'storage' && !trouble.hasFailed)) {
        problems.add(`${name} failed: ${error}`);
      } else if (error.code === 'storage') {
        trouble.wasRefused = true;
      } else if (name === ANSWERING && error.code === 'page-changed') {
        // Whoever is told so is shown the question anew.
      } else if (before !== null && number === attempts && fingerprint() !== before) {
        problems.add(`${name} was refused (${error.code}), but something was changed`);
      }
      return null;
    }
  }

  return {
    tables,
    journal: around.journal,
    checkpoints,
    pacer,
    problems,
    witness,
    spoken,
    page,
    endpoint,
    trouble,
    run,
    attempt,
    worker: () => worker,
    tell(sentence: string): void {
      tellSteps();
      told.push(`- ${sentence}.`);
    },
    /** What happened, in order. */
    story(): string {
      tellSteps();
      return told.join('\n');
    },
    now: () => nowMs,
    /** What the person saw of questions, oldest first. */
    sights,
    /** The person changes what the assistant may do. */
    setPolicy(policy: PolicySettings) {
      attempts += 1;
      void tables.transaction(() => {
        const chat = tables.chats.get(CHAT_ID);
        if (chat !== undefined) tables.chats.update(CHAT_ID, { settings: { ...chat.settings, ...policy } });
      });
    },
    hasModel: () => model !== null,
    chooseModel(chosen: string | null) {
      model = chosen;
    },
    pass(ms: number) {
      nowMs += ms;
      if (worker.wake()) attempts += 1;
    },
    /** The page's notice takes its time, and finds the worker that lives then. */
    async notice(kind: 'there' | 'changed'): Promise<void> {
      attempts += 1;
      await pacer.turn(`notice: page ${kind}`);
      if (!page.isOpen()) return;
      const note = { kind, reading: page.read() };
      await attempt('a notice of the page', () => worker.loop.notePage(CHAT_ID, note));
    },
    /** The worker dies and a new one comes up, which takes up what was under way. */
    restart(browserRestarted: boolean) {
      trouble.isCalm = false;
      worker.kill();
      endpoint.hangUp();
      spoken.forgetUnderWay();
      attempts += 1;
      worker = createWorker(around);
      const { loop } = worker;
      return attempt('taking up', () => loop.takeUp(CHAT_ID, browserRestarted));
    },
  };
}
