import type { ToolPage, ToolRunner } from '@/src/adapters/kit/calls';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { shownContext } from '@/src/core/context/shown-context';
import { internalError } from '@/src/core/errors';
import type { ExecutionRequest, PagePort, PageReading, QueryRequest } from '@/src/core/ports/page-port';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import { boundPage } from '@/src/core/records/record-access';
import { toolSilent } from '@/src/core/shared-errors';
import type { Chat } from '@/src/schema/chat';
import type { ToolResult } from '@/src/schema/tool-result';
import type { PageLink } from './page-link';

type Calls = Pick<PagePort, 'readContext' | 'query'> & Pick<PageLink, 'execute'>;

/**
 * Decorates page access: the tools of these adapters run in the background. Their steps on the page go
 * through `link`. A call's single changing step has the call's own execution id and token, so it happens once
 * and `recall` finds it. A call that started as a query can't change anything.
 */
export function withToolRunners<Link extends Calls>(
  link: Link,
  runners: readonly ToolRunner[],
  adapters: AdapterPort,
): Omit<Link, 'execute'> & Pick<PagePort, 'execute'> {
  const runnerOf = (chat: Chat) => runners.find(({ id }) => id === boundPage(chat).adapterId);
  return {
    ...link,
    query(chat: Chat, request: QueryRequest, signal: AbortSignal) {
      const runner = runnerOf(chat);
      if (runner === undefined) return link.query(chat, request, signal);
      return withDeadline(request, signal, async (ends) => {
        const initial = await link.readContext(chat, ends);
        return runTool({ link, adapters, runner, chat, request, initial, signal: ends }, async () => {
          throw internalError('write-refused', `${request.tool} only reads, so it may not change the page.`);
        });
      });
    },
    execute(chat: Chat, request: ExecutionRequest, signal: AbortSignal) {
      const runner = runnerOf(chat);
      if (runner === undefined) return link.execute(chat, request, signal);
      const { reading } = request;
      return withDeadline(request, signal, (ends) =>
        runTool({ link, adapters, runner, chat, request, initial: reading, signal: ends }, (step) =>
          link.execute(chat, { ...request, args: step }, ends),
        ),
      );
    },
  };
}

/** Read access for a tool in the background: each query gets an id derived from the call's id. */
export function readOnlyToolPage(
  link: Pick<PagePort, 'query'>,
  chat: Chat,
  request: Omit<QueryRequest, 'args'>,
  signal: AbortSignal,
): Pick<ToolPage, 'look'> {
  let looks = 0;
  return {
    async look(operation) {
      looks += 1;
      const executionId = `${request.executionId}/${looks}`;
      return (await link.query(chat, { ...request, executionId, args: operation }, signal)).result;
    },
  };
}

/** One deadline for the whole call, however many steps it has on the page. */
async function withDeadline<Value>(
  { tool, timeoutMs }: Pick<QueryRequest, 'tool' | 'timeoutMs'>,
  signal: AbortSignal,
  work: (ends: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(toolSilent(tool, timeoutMs)), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}

interface ToolCallOnPage {
  link: Pick<PagePort, 'readContext' | 'query'>;
  adapters: AdapterPort;
  runner: ToolRunner;
  chat: Chat;
  request: QueryRequest;
  /**
   * The page when the call begins. The page itself refuses a change if it isn't the one that the change was authorized
   * for.
   */
  initial: PageReading;
  signal: AbortSignal;
}

async function runTool(
  { link, adapters, runner, chat, request, initial, signal }: ToolCallOnPage,
  change: (step: QueryRequest['args']) => Promise<ExecutionOutcome>,
): Promise<ExecutionOutcome> {
  const { tool, args, executionId, timeoutMs, report } = request;
  let lastLook = lookOf(initial);
  // Others may change the page after the call's step, so later readings don't count for the call.
  let afterStep: ReturnType<typeof lookOf> | null = null;
  let unread: PageReading | null = initial;

  const result: ToolResult = await runner.run(tool, args, {
    ...readOnlyToolPage(link, chat, { executionId, tool, timeoutMs }, signal),
    signal,
    ...(report && { report }),
    async read() {
      const reading = unread ?? (await link.readContext(chat, signal));
      unread = null;
      lastLook = lookOf(reading);
      return shownContext(adapters.definitionOf(runner.id), chat.settings, reading.context);
    },
    async change(step) {
      const { result: done, stateHashAfter, document, order } = await change(step);
      afterStep = { stateHashAfter, document, order };
      return done;
    },
  });
  return { result, stateHashBefore: initial.stateHash, ...(afterStep ?? lastLook) };
}

function lookOf({ stateHash, source }: PageReading): PageLook & { stateHashAfter: string } {
  return { stateHashAfter: stateHash, document: source.document, order: source.order };
}
