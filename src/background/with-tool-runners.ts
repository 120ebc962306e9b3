import type { ToolRunner } from '@/src/adapters/tool-runner';
import type { Chat } from '@/src/core/chat/chat';
import { StewardError } from '@/src/core/errors';
import type { ExecutionRequest, PagePort } from '@/src/core/loop/ports';
import { boundPage } from '@/src/core/loop/record-access';
import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';

/**
 * A way to pages on which the tools of these adapters run here, in the background. What such a tool has its page half do
 * goes through `link`, where a call's one step that changes something bears the call's own execution id: it happens
 * once, and `recall` knows it.
 */
export function withToolRunners<Link extends Pick<PagePort, 'readContext' | 'execute'>>(
  link: Link,
  runners: readonly ToolRunner[],
): Link {
  return {
    ...link,
    execute(chat: Chat, request: ExecutionRequest) {
      const runner = runners.find(({ id }) => id === boundPage(chat).adapterId);
      return runner === undefined ? link.execute(chat, request) : runTool(link, runner, chat, request);
    },
  };
}

async function runTool(
  link: Pick<PagePort, 'readContext' | 'execute'>,
  runner: ToolRunner,
  chat: Chat,
  request: ExecutionRequest,
): Promise<ExecutionOutcome> {
  const { tool, args, executionId, expectedStateHash } = request;
  // What has begun is brought to its end, whatever becomes of the run.
  const { signal } = new AbortController();
  const seen = await link.readContext(chat, signal);
  if (expectedStateHash !== null && seen.stateHash !== expectedStateHash) throw pageChanged();
  let stateHashAfter = seen.stateHash;
  let unread: typeof seen | null = seen;
  let repeated = 0;

  const result = await runner.run(tool, args, {
    async read() {
      const reading = unread ?? (await link.readContext(chat, signal));
      unread = null;
      stateHashAfter = reading.stateHash;
      return reading.context;
    },
    async perform(operation, repeats) {
      if (repeats === 'again') repeated += 1;
      const outcome = await link.execute(chat, {
        ...request,
        args: operation,
        ...(repeats === 'again'
          ? { executionId: `${executionId}/${repeated}`, expectedStateHash: null }
          : {}),
      });
      stateHashAfter = outcome.stateHashAfter;
      return outcome.result;
    },
  });
  return { result, stateHashBefore: seen.stateHash, stateHashAfter };
}

function pageChanged(): StewardError {
  return new StewardError('page-changed', 'The page was changed in the meantime, so nothing was done.', {
    remedy: 'Look at the page, then try again.',
  });
}
