import 'fake-indexeddb/auto';
import { createCheckpointStore } from '@/src/background/checkpoint-store';
import { createJournal } from '@/src/background/journal';
import { newChatSettings } from '@/src/core/chat/chat';
import { conversation } from '@/src/core/chat/message';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { createRollback } from '@/src/core/checkpoints/rollback';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import { createAgentLoop } from '@/src/core/loop/agent-loop';
import type { LoopDeps } from '@/src/core/loop/loop-deps';
import type { LoopEvent } from '@/src/core/loop/loop-event';
import { isActive } from '@/src/core/loop/transition';
import { StewardDatabase } from '@/src/store/db';
import { createNotesPage, notesAdapter } from './notes-adapter';

/** What a scripted model does when it is asked: its chunks, or an error, or whatever it finds fitting for the request. */
export type Turn =
  | AIStreamChunk[]
  | ((request: AIRequest, signal: AbortSignal) => AsyncIterable<AIStreamChunk> | AIStreamChunk[]);

/** A final answer. */
export function says(text: string): AIStreamChunk[] {
  return [
    { type: 'content', text },
    { type: 'finish', reason: 'stop' },
  ];
}

/** A response with calls; every call has the same id on the wire, as many servers do it. */
export function calls(...made: [name: string, args: unknown][]): AIStreamChunk[] {
  return [
    ...made.map(
      ([name, args], index): AIStreamChunk => ({
        type: 'tool-call-part',
        index,
        id: 'call_0',
        name,
        argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
      }),
    ),
    { type: 'finish', reason: 'tool_calls' },
  ];
}

let databases = 0;

/** The real loop over the real journal (on an in-memory IndexedDB), a notes page, and a model that plays a script. */
export async function createLoopHarness(script: Turn[]) {
  databases += 1;
  const db = new StewardDatabase(`loop-${databases}`);
  const notes = createNotesPage({ notes: ['milk'], published: ['milk'] });
  const requests: AIRequest[] = [];
  const events: LoopEvent[] = [];
  let nowMs = 1_000;
  let ids = 0;
  const clock = {
    now: () => {
      nowMs += 1;
      return nowMs;
    },
  };
  const idSource = {
    newId: () => {
      ids += 1;
      return `id-${String(ids).padStart(4, '0')}`;
    },
  };

  const ai: AIService = {
    async *stream(_endpoint, request, signal) {
      requests.push(structuredClone(request));
      const turn = script[requests.length - 1];
      if (turn === undefined) throw new Error(`the script has no turn ${requests.length}`);
      yield* typeof turn === 'function' ? turn(request, signal) : turn;
    },
    listModels: async () => [],
  };
  const journal = createJournal(db, clock);
  const checkpointStore = createCheckpointStore(db);
  const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids: idSource });
  const adapters = {
    definitionOf: () => notesAdapter as unknown as ReturnType<LoopDeps['adapters']['definitionOf']>,
  };
  const deps: LoopDeps = {
    journal,
    page: notes.port,
    endpoints: {
      endpointOf: async () => ({
        endpoint: { baseUrl: 'http://model.test', key: null, headers: {} },
        model: 'm',
      }),
    },
    ai,
    adapters,
    checkpoints,
    checkpointStore,
    events: { emit: (_source, event) => void events.push(event) },
    clock,
    ids: idSource,
  };
  const chatId = 'chat';
  await db.chats.add({
    id: chatId,
    title: 'Notes',
    createdAtMs: 0,
    updatedAtMs: 0,
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
    settings: newChatSettings(),
    lastStateHash: notes.hash(),
  });
  await db.contexts.add({ chatId, context: structuredClone(notes.page), atMs: 0 });
  const loop = createAgentLoop(deps);
  const rollback = createRollback({ ...deps, journal });

  async function record() {
    const loaded = await journal.load(chatId);
    return { ...loaded, conversation: conversation(loaded.messages) };
  }

  /** Until nothing is under way; the run may have concluded or may wait for the person. */
  async function settled() {
    while (loop.isBusy()) await new Promise((resolve) => setTimeout(resolve, 1));
    return record();
  }

  return {
    db,
    chatId,
    deps,
    loop,
    rollback,
    notes,
    requests,
    events,
    record,
    settled,
    /** A second loop over the same record, as after a death of the worker. */
    restart: () => createAgentLoop(deps),
    async send(text: string) {
      await loop.sendUserMessage(chatId, text);
      return settled();
    },
    async pendingApproval() {
      const approval = (await db.approvals.toArray()).find((row) => row.state === 'pending');
      if (approval === undefined) throw new Error('no approval is pending');
      return approval;
    },
    async checkpoints() {
      return db.checkpoints.orderBy('[chatId+sequence]').toArray();
    },
    async isIdle() {
      const { run } = await record();
      return run === null || !isActive(run.status);
    },
  };
}

/** An endpoint's failure. */
export function fails(code: 'network' | 'auth' | 'server'): Turn {
  return () => {
    throw new StewardError(code, `The endpoint failed: ${code}.`, { remedy: 'Retry.' });
  };
}
