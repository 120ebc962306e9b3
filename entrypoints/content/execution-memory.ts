import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';
import type { Reply } from '@/src/messages/reply';

/** How many executions are remembered. A background that died asks within seconds. */
export const MAX_REMEMBERED = 200;

/** What was executed in this document, so that nothing runs twice and a background that died can ask what happened. */
export interface ExecutionMemory {
  /** Runs `execute` if this id is new; answers with what became of it in any case. */
  runOnce(
    executionId: string,
    execute: () => Promise<Reply<ExecutionOutcome>>,
  ): Promise<Reply<ExecutionOutcome>>;
  /** What became of an id, awaited if it is still running; undefined if it isn't known. */
  recall(executionId: string): Promise<Reply<ExecutionOutcome>> | undefined;
}

export function createExecutionMemory(): ExecutionMemory {
  const replies = new Map<string, Promise<Reply<ExecutionOutcome>>>();
  const running = new Set<string>();

  function forgetOldest(): void {
    for (const executionId of replies.keys()) {
      if (replies.size <= MAX_REMEMBERED) return;
      if (!running.has(executionId)) replies.delete(executionId);
    }
  }

  return {
    runOnce(executionId, execute) {
      const known = replies.get(executionId);
      if (known !== undefined) return known;
      running.add(executionId);
      const reply = execute().finally(() => running.delete(executionId));
      replies.set(executionId, reply);
      forgetOldest();
      return reply;
    },
    recall: (executionId) => replies.get(executionId),
  };
}
