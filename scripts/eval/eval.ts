// First: modules of the extension read the browser's API and IndexedDB while they are loaded.
import '@/tests/world/before-all';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_TIME_LIMITS_MS } from '@/src/background/endpoint/endpoint-fetch';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import type { EvalTask } from './eval-task';
import { FILTER_TASKS } from './filter-tasks';
import { judgeTask } from './judge-task';
import { type EvalModel, runTask } from './run-task';
import { type EvalRow, lineOf, printComparison, printRows, type TaskTry } from './score';
import { demoModel, FAULTS, replaying, servedModel, solving } from './scripted-models';
import { SERVER_TASKS } from './server-tasks';

/** All tasks, in the order in which they are done. */
export const EVAL_TASKS: readonly EvalTask[] = [...FILTER_TASKS, ...SERVER_TASKS];

const RESULTS_FOLDER = 'eval-results';

const HELP = `Usage: npm run eval -- --base-url URL --model ID [--key-env NAME] [--only TEXT]... [--repeat N]
       npm run eval -- --scripted NAME [--only TEXT]...
       npm run eval -- --replay FILE [--only TEXT]...
       npm run eval -- --compare FILE --compare FILE

Lets a model do tasks of an administrator, in Steward's real loop on pages in memory and doubles of servers, and judges the end of each: the page, questions,
answer, and effects that nobody wanted. Writes results and transcripts to ${RESULTS_FOLDER}/. docs/models.md describes how to read them.

  --base-url URL   the endpoint, up to and including the version, such as http://127.0.0.1:11434/v1
  --model ID       one of its models
  --key-env NAME   the environment variable with the key; without it, no key is sent
  --only TEXT      only tasks whose id contains this
  --repeat N       each task N times; 1 by default
  --scripted NAME  instead of an endpoint: perfect, demo, or a faulty model: ${Object.keys(FAULTS).join(', ')}
  --replay FILE    instead of an endpoint: the responses of an earlier run, judged again
  --compare FILE   two results of the same tasks, side by side; nothing runs`;

/** Runs `npm run eval` with these arguments, started in this folder. Resolves with the exit code: 0 whatever the model scores, 1 if a run neither ended nor waits for the user. */
export async function evaluate(args: string[], folder: string): Promise<number> {
  const text = { type: 'string' } as const;
  const options = {
    ...{ 'base-url': text, model: text, 'key-env': text, repeat: text, scripted: text, replay: text },
    compare: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
  } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  const { only, repeat, scripted, replay, compare } = given.values;
  if (compare !== undefined) {
    const [left, right, ...more] = compare.map((file) => readRows(folder, file));
    if (left === undefined || right === undefined || more.length > 0) {
      throw new UserError(`--compare needs two files.\n\n${HELP}`);
    }
    printComparison(left, right);
    return 0;
  }
  const tasks = EVAL_TASKS.filter(({ id }) => only === undefined || only.some((part) => id.includes(part)));
  if (tasks.length === 0) throw new UserError(`No task has ${only?.join(' or ')} in its id.\n\n${HELP}`);
  const model =
    replay !== undefined
      ? replaying(readRows(folder, replay))
      : scripted === undefined
        ? endpointModel(given.values)
        : scriptedModel(scripted);
  const times = repeat === undefined ? 1 : Number(repeat);
  if (!Number.isInteger(times) || times < 1)
    throw new UserError(`--repeat needs a number from 1.\n\n${HELP}`);
  const rows = await evaluateTasks(tasks, model, times, (row) => console.log(lineOf(row)));
  printRows(rows);
  const results = join(folder, RESULTS_FOLDER);
  mkdirSync(results, { recursive: true });
  const file = join(results, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ model: scripted ?? replay ?? given.values.model, rows }, null, 2)}\n`,
  );
  console.log(`\nTranscripts: ${file}`);
  const unsettled = rows.filter(({ tries }) => tries.some(({ end }) => !end.isSettled)).map(({ id }) => id);
  if (unsettled.length > 0) console.error(`Steward’s runs of ${unsettled.join(', ')} didn’t end.`);
  return unsettled.length > 0 ? 1 : 0;
}

/** Lets a model do tasks, each several times, one after the other. Calls back with the tries of each task. */
export async function evaluateTasks(
  tasks: readonly EvalTask[],
  model: EvalModel,
  times: number,
  onTask: (row: EvalRow) => void,
): Promise<EvalRow[]> {
  const rows: EvalRow[] = [];
  for (const task of tasks) {
    const tries: TaskTry[] = [];
    for (let time = 0; time < times; time += 1) {
      const tried = await runTask(task, model, time);
      tries.push({ ...judgeTask(task, tried.end), ...tried });
    }
    const row = { id: task.id, tries };
    rows.push(row);
    onTask(row);
  }
  return rows;
}

/** The rows of a file that this command wrote. */
function readRows(folder: string, file: string): EvalRow[] {
  try {
    const { rows } = JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as { rows: EvalRow[] };
    return rows;
  } catch (error) {
    throw new UserError(`${file} is not a result of this command: ${(error as Error).message}`);
  }
}

function scriptedModel(name: string): EvalModel {
  if (name === 'demo') return demoModel;
  if (name === 'perfect') return solving(null);
  const fault = FAULTS[name];
  if (fault === undefined) throw new UserError(`There is no scripted model ${name}.\n\n${HELP}`);
  return solving(fault);
}

interface EndpointOptions {
  'base-url'?: string | undefined;
  model?: string | undefined;
  'key-env'?: string | undefined;
}

function endpointModel({ 'base-url': baseUrl, model, 'key-env': keyName }: EndpointOptions): EvalModel {
  if (baseUrl === undefined || model === undefined || !URL.canParse(baseUrl)) {
    throw new UserError(`A model needs --base-url with a URL, and --model.\n\n${HELP}`);
  }
  const key = keyName === undefined ? null : process.env[keyName];
  if (key === undefined) throw new UserError(`The environment variable ${keyName} is not set.`);
  const service = createOpenAIService({
    fetch,
    refusalOf: async () => null,
    ...DEFAULT_TIME_LIMITS_MS,
    onWire: async () => undefined,
    onSkipped: () => undefined,
  });
  const endpoint = { baseUrl: baseUrl.replace(/\/$/, ''), key, headers: {} };
  return servedModel((request, signal) => service.stream(endpoint, { ...request, model }, signal));
}
