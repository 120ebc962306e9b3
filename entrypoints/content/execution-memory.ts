import type { RecalledExecution } from '@/src/core/ports/page-port';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
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
  /** What became of an id. Answers at once, so that a caller with little time learns that it is still running. */
  recall(executionId: string): RecalledExecution;
}

export function createExecutionMemory(): ExecutionMemory {
  const replies = new Map<string, Promise<Reply<ExecutionOutcome>>>();
  /** The replies that are in. */
  const settled = new Map<string, Reply<ExecutionOutcome>>();

  function forgetOldest(): void {
    for (const executionId of replies.keys()) {
      if (replies.size <= MAX_REMEMBERED) return;
      if (settled.delete(executionId)) replies.delete(executionId);
    }
  }

  return {
    runOnce(executionId, execute) {
      const known = replies.get(executionId);
      if (known !== undefined) return known;
      const reply = execute().then((ended) => {
        settled.set(executionId, ended);
        return ended;
      });
      replies.set(executionId, reply);
      forgetOldest();
      return reply;
    },
    recall(executionId) {
      if (!replies.has(executionId)) return { kind: 'unknown' };
      const reply = settled.get(executionId);
      if (reply === undefined) return { kind: 'running' };
      return reply.ok ? { kind: 'done', outcome: reply.value } : { kind: 'failed', error: reply.error };
    },
  };
}
