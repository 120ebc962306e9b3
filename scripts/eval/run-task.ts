import { isActive, outcomeOf } from '@/src/core/records/transition';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { FINISH_TASK } from '@/src/core/tools/built-in-tools';
import { createLoopHarness, type LoopHarness, type Turn } from '@/tests/fakes/loop-harness';
import type { EvalEnd, EvalTask } from './eval-task';

/** Most responses of a try, and most waits for the user. Both are far above those of any task. */
const MAX_RESPONSES = 40;

/** The user's answer to a question for which the task has none. */
const ANY_REPLY = 'You decide.';

/** A line of a transcript: who wrote it, and the text. */
export interface TranscriptLine {
  from: 'user' | 'model' | 'tool';
  text: string;
}

/** A response, as it can be repeated. */
export interface ReplayedResponse {
  /** Empty if there is none. */
  content: string;
  calls: { name: string; argumentsText: string }[];
}

/** Answers one request, given the number of the responses before it, and of the tries of the task before this one. */
export type EvalModel = (task: EvalTask, response: number, time: number) => Turn;

/** Lets a model do a task: in the real loop, with the whole adapter. The user approves each call, and answers questions. */
export async function runTask(
  task: EvalTask,
  model: EvalModel,
  time: number,
): Promise<{ end: EvalEnd; transcript: TranscriptLine[]; responses: ReplayedResponse[] }> {
  const site = await task.open();
  const script = Array.from({ length: MAX_RESPONSES }, (_, response): Turn => {
    const turn = model(task, response, time);
    return (request, signal) => {
      site.beforeResponse(response);
      return typeof turn === 'function' ? turn(request, signal) : turn;
    };
  });
  const h = await createLoopHarness(script, {
    site,
    settings: { generatesTitle: false, roundsPerRun: MAX_RESPONSES, ...task.settings },
  });
  const start = await site.facts();
  const startedAt = performance.now();
  const approved: string[] = [];
  let record = await h.send(task.request);
  const replies = [...(task.replies ?? [])];
  for (let waits = 0; waits < MAX_RESPONSES && !isCompleted(record); waits += 1) {
    if (record.state === 'waiting-for-approval') {
      const { calls } = await h.pendingApproval();
      approved.push(...calls.filter(({ isAsked }) => isAsked).map(({ tool }) => tool));
      record = await h.decided('approve');
    } else if (record.state === 'user (question)') {
      await h.write(replies.shift() ?? ANY_REPLY);
      record = await h.settled();
    } else if (h.time.isWaited()) {
      // A wait of the model, or one before the next attempt of a failed request.
      record = await h.pass(300_000);
    } else break;
  }
  const durationMs = Math.round(performance.now() - startedAt);
  const facts = { start, end: await site.facts() };
  const isSaved = site.isSaved();
  await site.close();
  const requests = h.requests.map(({ tools, messages }) => JSON.stringify([tools, messages]));
  return {
    end: {
      state: isCompleted(record) ? 'completed' : record.state,
      isSettled: record.run !== null && !isActive(record.run.status),
      facts,
      isSaved,
      questions: questionsOf(record),
      approved,
      results: await h.results(),
      answer: answerOf(record),
      responses: requests.length,
      sentTokens: requests.reduce((sum, request) => sum + estimateTokens(request), 0),
      durationMs,
    },
    transcript: transcriptOf(record),
    responses: record.conversation.flatMap((message) =>
      message.role === 'assistant'
        ? [
            {
              content: message.content ?? '',
              calls: message.toolCalls.map(({ name, argumentsText }) => ({ name, argumentsText })),
            },
          ]
        : [],
    ),
  };
}

type Recorded = Awaited<ReturnType<LoopHarness['record']>>;

/** True if the model concluded, with an answer or with `finish_task`. */
function isCompleted({ run }: Recorded): boolean {
  return run !== null && outcomeOf(run.status) === 'completed';
}

function questionsOf({ conversation }: Recorded): string[] {
  const calls = conversation.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  return calls.filter(({ name }) => name === 'ask_user').map(({ argumentsText }) => argumentsText);
}

function answerOf({ conversation }: Recorded): string {
  const last = conversation.findLast((message) => message.role === 'assistant');
  const finished = last?.toolCalls.filter(({ name }) => name === FINISH_TASK) ?? [];
  return [last?.content ?? '', ...finished.map(({ argumentsText }) => argumentsText)].join('\n');
}

function transcriptOf({ conversation }: Recorded): TranscriptLine[] {
  return conversation.flatMap((message): TranscriptLine[] => {
    switch (message.role) {
      case 'user':
        return [{ from: 'user', text: message.content }];
      case 'assistant': {
        const told = message.content === null ? [] : [message.content];
        const called = message.toolCalls.map(({ name, argumentsText }) => `${name} ${argumentsText}`);
        return [...told, ...called].map((text) => ({ from: 'model', text }));
      }
      case 'tool':
        return [{ from: 'tool', text: `${message.result.error_code ?? 'ok'}: ${message.result.message}` }];
      default:
        return [];
    }
  });
}
