import type { DryRunner, ToolRunner } from '@/src/adapters/kit/calls';
import { createDryRuns } from '@/src/background/page/dry-runners';
import { withToolRunners } from '@/src/background/page/with-tool-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { answeredBy, NO_ANSWER, settleWrite, type WriteVerdict } from '@/src/core/page-history/settle-write';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import { pageIn, type WriteToken } from '@/src/core/records/write-token';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { AdapterCall, AdapterCase } from './adapter-case';
import type { OpenedPage } from './open-page';
import { createPagePort } from './page-port';

/** An adapter under test. */
export interface Subject {
  readonly definition: AdapterDefinition;
  readonly adapterCase: AdapterCase;
  readonly toolRunner: ToolRunner | null;
  readonly dryRunner: DryRunner | null;
  /** Null if only the page half reads and changes the state. */
  readonly service: ServiceAdapter | null;
  /** Opens the fixture in a page of its own; `entries` as in {@link AdapterCase}. It is closed after the check. */
  open(entries: number | null): Promise<OpenedPage>;
}

/** The part of an opened page that calls need. */
export type PageUnderTest = Pick<OpenedPage, 'kit' | 'origin'>;

/** A sample call with its tool. */
export interface SampleCall {
  tool: ToolDefinition;
  args: JsonObject;
  startsUnsaved: boolean;
}

/** Lets a call through, changes its answer, or drops it. */
type Deliver = (send: () => Promise<ExecutionOutcome>) => Promise<ExecutionOutcome | null>;

type Call = Pick<SampleCall, 'tool' | 'args'>;

/** A write that was sent, with what its dry run promised. */
export interface SentWrite {
  before: PageReading;
  dryRun: Extract<CallDryRun, { kind: 'change' }>;
  /** The context that the dry run computed; null if it computes none. */
  computed: Json | null;
  /** Null if the answer was lost. */
  outcome: ExecutionOutcome | null;
  after: PageReading;
  verdict: WriteVerdict;
}

/** The sample calls of tools with one of these effects. */
export function samplesOf({ definition, adapterCase }: Subject, effects: readonly string[]): SampleCall[] {
  return callsOf(definition, adapterCase.calls).filter(({ tool }) => effects.includes(tool.effect));
}

/** Calls of conformance.ts with their tools; those of unknown tools are left out. */
export function callsOf({ tools }: AdapterDefinition, calls: readonly AdapterCall[]): SampleCall[] {
  return calls.flatMap(({ tool: name, args, startsUnsaved }) => {
    const tool = tools.find((each) => each.name === name);
    return tool === undefined ? [] : [{ tool, args, startsUnsaved: startsUnsaved === true }];
  });
}

/** Runs calls on an opened page with the parts of the background that do so for a chat. */
export function createCaller(subject: Subject, opened: PageUnderTest) {
  const { definition, toolRunner, dryRunner } = subject;
  const { signal } = new AbortController();
  const link = createPagePort(definition, opened);
  const adapters = { definitionOf: () => definition };
  const page: PagePort = withToolRunners(link, toolRunner === null ? [] : [toolRunner], adapters);
  const binding = {
    adapterId: definition.id,
    origin: 'https://kit.example',
    instanceId: 'kit',
    title: 'Kit',
  };
  const chat = newChat({
    id: 'kit',
    title: '',
    atMs: 0,
    binding,
    settings: newChatSettings(),
    lastStateHash: null,
  });
  const ids = { newId: () => crypto.randomUUID() };
  const runners = dryRunner === null ? [] : [dryRunner];
  const dryRuns = createDryRuns({ page: link, runners, adapters, ids });
  // Without the waits between the readings that settle a write: on a fixture nothing else changes the page.
  const timer = { sleep: async () => {} };

  /** A dry run of the call, with the context that the call would lead to; null if it isn't known. */
  async function preview({ tool, args }: Call): Promise<{ call: CallDryRun; after: Json | null }> {
    const request = { executionId: ids.newId(), tool: tool.name, args, leftOut: [] };
    const { dryRun, after } = await dryRuns.run(chat, [request], signal);
    const [call] = dryRun.calls;
    if (call === undefined) throw new Error(`The dry run of ${tool.name} returned no result.`);
    return { call, after };
  }

  /** Sends a write as the loop does. `deliver`: lets the call through, changes its answer, or drops it. */
  const write = async (sample: Call, deliver: Deliver): Promise<SentWrite> =>
    writePreviewed(sample, await preview(sample), deliver);

  /** Sends a write whose dry run was made before. */
  async function writePreviewed(
    { tool, args }: Call,
    { call: dryRun, after: computed }: Awaited<ReturnType<typeof preview>>,
    deliver: Deliver,
  ): Promise<SentWrite> {
    if (dryRun.kind === 'failure')
      throw new Error(`${tool.name} fails in its dry run: ${dryRun.result.message}`);
    const before = await page.readContext(chat, signal);
    const executionId = ids.newId();
    const token = { expected: pageIn(before) } as WriteToken;
    const request = { executionId, tool: tool.name, args, timeoutMs: tool.timeoutMs, token, reading: before };
    const outcome = await deliver(() => page.execute(chat, request, signal));
    const hashes: PageHashes = pageHashesOf(definition, before.context);
    const intended = { before: hashes, after: dryRun.after, document: before.source.document };
    const answer = outcome === null ? NO_ANSWER : answeredBy(outcome);
    const settled = await settleWrite(
      { page, adapters, timer },
      chat,
      { ...intended, executionId, effect: tool.effect },
      answer,
      signal,
    );
    const after = settled.reading ?? before;
    return { before, dryRun, computed, outcome, after, verdict: settled.verdict };
  }

  return {
    preview,
    write,
    writePreviewed,
    read: () => page.readContext(chat, signal),
    query: ({ tool, args }: SampleCall) =>
      page.query(
        chat,
        { executionId: ids.newId(), tool: tool.name, args, timeoutMs: tool.timeoutMs },
        signal,
      ),
    /** Changes the page to a state through the host, as a rollback does. */
    async applyState(state: Json) {
      const token = { expected: pageIn(await page.readContext(chat, signal)) } as WriteToken;
      return page.applyState(chat, { executionId: ids.newId(), state, token }, signal);
    },
  };
}
