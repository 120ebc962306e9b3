import type { RecalledExecution } from '@/src/core/ports/page-port';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { Reply } from '@/src/messages/reply';

/** Number of executions that are remembered. A restarted background queries them within seconds. */
const MAX_REMEMBERED = 200;

/**
 * Remembers the executions in this document: prevents running one twice, and lets a restarted background query the
 * outcome.
 */
export interface ExecutionMemory {
  /** Runs `execute` if the id is new. Resolves to the execution's reply in any case. */
  runOnce(
    executionId: string,
    execute: () => Promise<Reply<ExecutionOutcome>>,
  ): Promise<Reply<ExecutionOutcome>>;
  /** The state of an execution, without waiting for it to end. */
  recall(executionId: string): RecalledExecution;
}

export function createExecutionMemory(): ExecutionMemory {
  const replies = new Map<string, Promise<Reply<ExecutionOutcome>>>();
  /** Replies of ended executions. */
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
