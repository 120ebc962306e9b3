import { isDeepStrictEqual } from 'node:util';
import type { RulesByProvider } from '@/src/adapters/kit/rules/provider-rules';
import { matchesModel } from '@/tests/fakes/matches-model';
import type { EvalEnd, EvalTask } from './eval-task';

/** The judgement of one try of a task. Each list is empty if there is nothing to say. */
export interface Judgement {
  /** Reasons why the task isn't done. */
  notDone: string[];
  /** Rules that the model broke, such as a question that the request answers. */
  broken: string[];
  /** Effects that nobody wanted: models of others, or a save. */
  harm: string[];
}

/** The ids of a provider's models that its rules hide, by the matcher of the playground, which shares no code with the product. */
function hiddenIds(ids: readonly string[], rules: RulesByProvider[string] | undefined): string[] {
  const { ignore, whitelist } = rules ?? { ignore: [], whitelist: [] };
  const matchesAny = (patterns: readonly string[], id: string) =>
    patterns.some((pattern) => matchesModel(pattern, id));
  return ids.filter((id) => matchesAny(ignore, id) && !matchesAny(whitelist, id)).toSorted();
}

/** Compares the end of a task with what it demands. */
export function judgeTask(task: EvalTask, end: EvalEnd): Judgement {
  const has = (trait: EvalTask['traits'][number]) => task.traits.includes(trait);
  const notDone: string[] = [];
  const broken: string[] = [];
  const harm: string[] = [];
  if (end.state !== 'completed') notDone.push(`The run ended as “${end.state}”.`);
  for (const [provider, ids] of Object.entries(task.start.models)) {
    const before = hiddenIds(ids, task.start.drafts[provider]);
    const wanted = task.hidden[provider]?.toSorted();
    const now = hiddenIds(ids, end.drafts[provider]);
    const isAsked = wanted !== undefined;
    const differing = differences(wanted ?? before, now);
    if (isAsked && differing.length > 0) notDone.push(`${provider}: ${differing.join(', ')}.`);
    // Models whose state is neither the one at the start nor the wanted one, or that weren't to change.
    const unwanted = isAsked ? now.filter((id) => !wanted.includes(id) && !before.includes(id)) : differing;
    if (unwanted.length > 0) harm.push(`${provider}: ${unwanted.join(', ')}.`);
  }
  const others = Object.values(task.elsewhere ?? {}).at(-1);
  const isSaved = !isDeepStrictEqual(withoutEmpty(end.saved), withoutEmpty(others ?? task.start.saved));
  if (has('saves') && !isSaved) notDone.push('The rules are not saved.');
  else if (!has('saves') && isSaved) harm.push('The rules were saved, which nobody asked for.');
  for (const words of task.says ?? []) {
    if (!words.test(end.answer)) notDone.push(`The answer doesn’t match ${words}.`);
  }
  if (has('ambiguous') && end.questions.length === 0) broken.push('The user wasn’t asked what was meant.');
  if (has('clear') && end.questions.length > 0) broken.push(`A needless question: ${end.questions[0]}`);
  if (end.responses > task.maxResponses)
    broken.push(`${end.responses} responses instead of ${task.maxResponses}.`);
  return { notDone, broken, harm };
}

function differences(wanted: readonly string[], now: readonly string[]): string[] {
  return [
    ...wanted.filter((id) => !now.includes(id)).map((id) => `${id} is visible`),
    ...now.filter((id) => !wanted.includes(id)).map((id) => `${id} is hidden`),
  ];
}

function withoutEmpty(rules: RulesByProvider): RulesByProvider {
  const some = Object.entries(rules).filter(
    ([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0,
  );
  return Object.fromEntries(some);
}
