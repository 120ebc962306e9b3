import type { DryRunner, ToolRunner } from '@/src/adapters/kit/calls';
import { createDryRuns } from '@/src/background/page/dry-runners';
import { withToolRunners } from '@/src/background/page/with-tool-runners';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { answeredBy, NO_ANSWER, settleWrite, type WriteVerdict } from '@/src/core/page-history/settle-write';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import { pageIn, type WriteToken } from '@/src/core/records/write-token';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { AdapterCase } from './adapter-case';
import type { OpenedPage } from './open-page';
import { createPagePort } from './page-port';

/** An adapter under test. */
export interface Subject {
  readonly definition: AdapterDefinition;
  readonly adapterCase: AdapterCase;
  readonly toolRunner: ToolRunner | null;
  readonly dryRunner: DryRunner | null;
  /** Opens the fixture in a page of its own; `entries` as in {@link AdapterCase}. It is closed after the check. */
  open(entries: number | null): Promise<OpenedPage>;
}

/** A sample call with its tool. */
export interface SampleCall {
  tool: ToolDefinition;
  args: JsonObject;
  startsUnsaved: boolean;
}

/** A write that was sent, with what its dry run promised. */
export interface SentWrite {
  before: PageReading;
  dryRun: Extract<CallDryRun, { kind: 'change' }>;
  /** Null if the answer was lost. */
  outcome: ExecutionOutcome | null;
  after: PageReading;
  verdict: WriteVerdict;
}

/** The sample calls of tools with one of these effects. */
export function samplesOf({ definition, adapterCase }: Subject, effects: readonly string[]): SampleCall[] {
  return adapterCase.calls.flatMap(({ tool: name, args, startsUnsaved }) => {
    const tool = definition.tools.find((each) => each.name === name);
    return tool !== undefined && effects.includes(tool.effect)
      ? [{ tool, args, startsUnsaved: startsUnsaved === true }]
      : [];
  });
}

/** Runs calls on an opened page with the parts of the background that do so for a chat. */
export function createCaller(subject: Subject, opened: OpenedPage) {
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

  async function compute({ tool, args }: Pick<SampleCall, 'tool' | 'args'>): Promise<CallDryRun> {
    const request = { executionId: ids.newId(), tool: tool.name, args, leftOut: [] };
    const { dryRun } = await dryRuns.run(chat, [request], signal);
    const [call] = dryRun.calls;
    if (call === undefined) throw new Error(`The dry run of ${tool.name} returned no result.`);
    return call;
  }

  /** Sends a write as the loop does. `deliver`: lets the call through, changes its answer, or drops it. */
  async function write(
    sample: SampleCall,
    deliver: (send: () => Promise<ExecutionOutcome>) => Promise<ExecutionOutcome | null>,
  ): Promise<SentWrite> {
    const { tool, args } = sample;
    const dryRun = await compute(sample);
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
    return { before, dryRun, outcome, after, verdict: settled.verdict };
  }

  return {
    compute,
    write,
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
