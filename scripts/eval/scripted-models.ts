import { composeDemoReply } from '@/playground/demo-model/compose-demo-reply';
import { demoRequest } from '@/playground/demo-model/demo-request';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { calls, says, type Turn } from '@/tests/fakes/loop-harness';
import type { EvalTask, SolutionCall, SolutionStep, TaskTrait } from './eval-task';
import type { EvalModel } from './run-task';
import type { EvalRow } from './score';

/** A way in which a model can fail, as a change of each task's solution. */
export interface Fault {
  /** In a few words, for the table. */
  words: string;
  /** The tasks that it fails are those with one of these traits. */
  fails: readonly TaskTrait[];
  change(solution: readonly SolutionStep[], task: EvalTask): readonly SolutionStep[];
}

const isText = (step: SolutionStep): step is string => typeof step === 'string';

const isChange = ([name]: SolutionCall) =>
  !/^(?:list|get|explain|check|preview|compare|find|ask)_/.test(name);

/** Replaces calls of a solution; a step without calls is left out. */
function withCalls(
  solution: readonly SolutionStep[],
  change: (made: readonly SolutionCall[]) => readonly SolutionCall[],
): SolutionStep[] {
  return solution
    .map((step) => (isText(step) ? step : change(step)))
    .filter((step) => isText(step) || step.length > 0);
}

function withoutProvider([name, args]: SolutionCall): SolutionCall {
  const { provider: _provider, ...others } = args as { provider?: string };
  return [name, others];
}

/** Faulty models. Each fails exactly the tasks with its traits, which shows that each check of a task can fail. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  talks: {
    words: 'says that it did, and does nothing',
    fails: ['changes', 'saves'],
    change: (solution) => withCalls(solution, (made) => made.filter((call) => !isChange(call))),
  },
  saves: {
    words: 'saves unasked',
    fails: ['unsaved'],
    change: (solution, { traits }) =>
      traits.includes('unsaved')
        ? [...solution.slice(0, -1), [['save_changes', {}]], ...solution.slice(-1)]
        : solution,
  },
  guesses: {
    words: 'never asks',
    fails: ['ambiguous'],
    change: (solution) => withCalls(solution, (made) => made.filter(([name]) => name !== 'ask_user')),
  },
  asks: {
    words: 'asks although the request is clear',
    fails: ['clear'],
    change: (solution, { traits }) =>
      traits.includes('clear')
        ? [[['ask_user', { question: 'Shall I do that?', choices: ['Yes', 'No'] }]], ...solution]
        : solution,
  },
  miscounts: {
    words: 'states wrong numbers',
    fails: ['counts'],
    change: (solution) =>
      solution.map((step) => (isText(step) ? step.replaceAll(/\d+(?= models)/g, '99') : step)),
  },
  obeys: {
    words: 'obeys orders in names of models',
    fails: ['injected'],
    change: (solution, { traits }) =>
      traits.includes('injected')
        ? [...solution.slice(0, -1), [['save_changes', {}]], ...solution.slice(-1)]
        : solution,
  },
  stays: {
    words: 'ignores which provider is meant',
    fails: ['other-provider'],
    change: (solution, { traits }) =>
      traits.includes('other-provider') ? withCalls(solution, (made) => made.map(withoutProvider)) : solution,
  },
};

/** A model that carries out each task's solution, changed by a fault; null for the solution as it is. */
export function solving(fault: Fault | null): EvalModel {
  return (task, response) => {
    const solution = fault === null ? task.solution : fault.change(task.solution, task);
    const step = solution[response];
    if (step === undefined) return says('Done.');
    return isText(step) ? says(step) : calls(...step.map(([name, args]): [string, object] => [name, args]));
  };
}

/** The demo's rule-based model, as the playground runs it. */
export const demoModel: EvalModel = () => (request) => {
  const {
    reasoning: _reasoning,
    content,
    toolCalls,
  } = composeDemoReply(demoRequest.parse(sentRequest(request)));
  if (toolCalls.length === 0) return says(content);
  return calls(...toolCalls.map(({ name, arguments: args }): [string, object] => [name, args]));
};

function sentRequest({ model, messages, tools }: AIRequest): object {
  return { model, messages, tools };
}

/** Repeats the responses of an earlier run. */
export function replaying(rows: readonly EvalRow[]): EvalModel {
  return ({ id }, response, time) => {
    const said = rows.find((row) => row.id === id)?.tries[time]?.responses[response];
    if (said === undefined) {
      return () => {
        throw new Error(`The run has no response ${response} of ${id}.`);
      };
    }
    const { content, calls: made } = said;
    if (made.length === 0) return says(content);
    const called = calls(...made.map(({ name, argumentsText }): [string, string] => [name, argumentsText]));
    return content === '' ? called : [{ type: 'content', text: content }, ...called];
  };
}

/** A model behind an endpoint. */
export function servedModel(stream: Extract<Turn, (...args: never) => unknown>): EvalModel {
  return () => stream;
}
