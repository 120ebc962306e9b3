import { ENV_FILE } from '@/tests/fakes/test-playground';
import { type ChaosStage, PROVIDER } from './chaos-stage';
import { checkIdle } from './check-idle';
import type { EndState } from './fault-matrix';
import { type PageStep, rulesAfter } from './page-log';
import type { PlayedRound } from './play-round';

/** Findings of a round's checks. */
export interface RoundFindings {
  state: EndState;
  /** True if the run went on after the end of its worker. */
  isResumed: boolean;
  violations: string[];
}

interface StoredMessage {
  chatId: string;
  role: string;
  discardedBy: string | null;
  content?: string;
  images?: { id: string }[];
  executionId?: string;
  name?: string;
  result?: { success: boolean; error_code?: string; data?: { ran_with?: { pattern?: string } } };
  planned?: true;
  toolCalls?: { executionId: string; argumentsText: string }[];
}

/** Faults that destroy a part of the record, which then can't say what the page was asked for. */
const DESTRUCTIVE = ['database-deleted', 'row-damaged'];

/** Compares what the page received, shows and has saved with the record. `ends`: the states in which the task may end. */
export async function checkRound(
  stage: ChaosStage,
  played: PlayedRound,
  ends: readonly EndState[],
): Promise<RoundFindings> {
  const { task } = played;
  const violations: string[] = [];
  const require = (isSo: boolean, complaint: string) => {
    if (!isSo) violations.push(complaint);
  };
  require(played.isSettled, 'The chat did not become idle.');

  const messages = (await stage.rows('messages')) as unknown as StoredMessage[];
  const { message } = stage.panel();
  // Without a connection the panel has no message field.
  const composer = (await message.isVisible()) ? await message.inputValue() : '';
  const ofText = (text: string) =>
    messages.filter(({ role, content }) => role === 'user' && content?.includes(text));
  const isDestroyed = DESTRUCTIVE.includes(played.kind);
  for (const text of played.texts) {
    const kept = ofText(text);
    const current = kept.filter(({ discardedBy }) => discardedBy === null);
    require(isDestroyed ||
      kept.length > 0 ||
      composer.includes(text), `The user’s message is neither in the chat nor in the message field: ${text}`);
    require(current.length <= 1, `The user’s message is in the chat more than once: ${text}`);
  }
  const [ofUser] = ofText(task.message);
  const ofChat = messages.filter(({ chatId }) => chatId === ofUser?.chatId);
  violations.push(...(await checkImages(stage, messages)));
  const images = ofUser?.images ?? (await stage.rows('composerTexts')).flatMap(({ imageIds }) => imageIds);
  require(isDestroyed || images.length > 0 || !played.hasImage, 'The message has lost its image.');
  const calls = callsOf(ofChat);
  const runs = (await stage.rows('runs')).filter(({ chatId }) => chatId === ofUser?.chatId);

  const until = played.rollbackFrom ?? played.extraFrom ?? stage.pageLog.steps.length;
  const before = rulesAfter(stage.pageLog.steps.slice(0, played.from)).shown;
  const steps = stage.pageLog.steps.slice(0, until);
  const compared = compareChanges(steps, played.from, calls, stage.browser.losesReports);
  if (!isDestroyed) violations.push(...compared);

  const { shown, saved } = rulesAfter(stage.pageLog.steps);
  const { drafts } = await stage.filterPage.readState();
  const now = drafts[PROVIDER]?.ignore ?? [];
  require(same(now, shown), `The page shows ${now.join()}, and was last set to ${shown.join()}.`);
  const left = rulesAfter(steps).shown;
  // After an undo and a redo the page is as before the two.
  require(played.extraFrom === null ||
    same(now, left), `The page shows ${now.join()}, and the task left ${left.join()}.`);
  const env = await stage.playground.readEnvFile();
  const line = saved.length === 0 ? '' : `IGNORE_MODELS_OPENAI='${saved.join(',')}'\n`;
  require(env === `${ENV_FILE}${line}`, `The file differs from the last save: ${env}`);
  const saves = stage.pageLog.steps.slice(played.from).filter(({ kind }) => kind === 'save');
  require(saves.length <= 1, 'The rules were saved more than once.');

  const recorded =
    played.rollbackFrom === null
      ? stateOfCalls(calls, task.rules.length)
      : stateOfRollback(before, task.rules, now, calls);
  const hasChanged = stage.pageLog.steps
    .slice(played.from)
    .some(({ kind, isMade }) => kind === 'apply' && isMade);
  // Without its record, nobody can say what a task did that changed the page.
  const isUnknown = isDestroyed && recorded !== 'succeeded' && hasChanged;
  const state = isUnknown ? 'uncertain' : recorded;
  require(ends.includes(state), `The task ended ${state}, and may end ${ends.join(' or ')}.`);
  const answered = ofChat.some(({ role, content }) => role === 'assistant' && content === task.answer);
  require(isDestroyed || state !== 'succeeded' || answered, 'The answer is missing.');

  violations.push(...(await checkIdle(stage, runs, stage.pageLog.errors)));
  return { state, isResumed: runs.some(({ resumes }) => Number(resumes) > 0), violations };
}

/** Complaints about images of messages whose data is not stored. */
async function checkImages(stage: ChaosStage, messages: readonly StoredMessage[]): Promise<string[]> {
  const kept = new Set((await stage.rows('chatImages')).map(({ chatId, id }) => `${chatId} ${id}`));
  return messages.flatMap(({ chatId, images = [] }) =>
    images.flatMap(({ id }) => (kept.has(`${chatId} ${id}`) ? [] : [`The image ${id} is not stored.`])),
  );
}

/** A call with its result, as the record has it. */
interface RecordedCall {
  name: string;
  pattern: string | null;
  outcome: 'made' | 'not made' | 'uncertain' | 'open';
}

function callsOf(messages: readonly StoredMessage[]): RecordedCall[] {
  const results = new Map(
    messages.flatMap(({ role, executionId, name, result, planned }) =>
      role === 'tool' && executionId !== undefined && result !== undefined
        ? [[executionId, { name, result, planned }] as const]
        : [],
    ),
  );
  return (
    messages
      .flatMap(({ toolCalls }) => toolCalls ?? [])
      // The plan repeats a planned call, and has its outcome.
      .filter(({ executionId }) => results.get(executionId)?.planned !== true)
      .map(({ executionId, argumentsText }) => {
        const found = results.get(executionId);
        const written = JSON.parse(argumentsText) as { pattern?: string };
        const pattern = found?.result.data?.ran_with?.pattern ?? written.pattern;
        return { name: found?.name ?? '', pattern: pattern ?? null, outcome: outcomeOf(found?.result) };
      })
  );
}

function outcomeOf(result: StoredMessage['result']): RecordedCall['outcome'] {
  if (result === undefined) return 'open';
  if (result.success) return 'made';
  return result.error_code === 'outcome_unknown' ? 'uncertain' : 'not made';
}

/**
 * Complaints if the changes that the page made from the step `from` on are not those that the record says, each once. `losesReports`: the
 * log may lack the last change of a document.
 */
function compareChanges(
  steps: readonly PageStep[],
  from: number,
  calls: readonly RecordedCall[],
  losesReports: boolean,
): string[] {
  const complaints: string[] = [];
  const added: string[] = [];
  /** Rules that the page added, and lost when it was loaded again: a call that “had no effect” may have added them. */
  const lost: string[] = [];
  /** Rules that the page may have added: it was loaded again before the log had its answer, and an answer just before that can get lost. */
  const unknown: string[] = [];
  const unanswered: string[] = [];
  /** Number of changes that may be missing in the log. */
  let unreported = 0;
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    if (step.kind === 'load') {
      lost.push(...added.splice(0));
      unknown.push(...unanswered.splice(0));
      if (losesReports) unreported += 1;
    }
    if (step.kind !== 'apply') continue;
    const { shown } = rulesAfter(steps.slice(0, index));
    const additions = step.rules.filter((rule) => !shown.includes(rule));
    if (additions.length !== 1) {
      complaints.push(`A change added ${additions.length} rules: ${step.rules.join()}.`);
    }
    (step.isMade ? added : unanswered).push(...additions);
  }
  for (const { pattern, outcome } of calls) {
    if (pattern === null) continue;
    const shown = added.filter((rule) => rule === pattern).length;
    const times = shown + lost.filter((rule) => rule === pattern).length;
    if (times > 1) complaints.push(`The page added ${pattern} ${times} times.`);
    if (outcome === 'open') complaints.push(`The call for ${pattern} has no result.`);
    if (outcome === 'made' && times === 0 && !unknown.includes(pattern)) {
      unreported -= 1;
      if (unreported < 0) complaints.push(`${pattern} is recorded as added, and the page did not.`);
    }
    if (outcome === 'not made' && shown !== 0)
      complaints.push(`${pattern} is recorded as not added, and the page did.`);
  }
  return complaints;
}

function stateOfCalls(calls: readonly RecordedCall[], rules: number): EndState {
  const made = calls.filter(({ outcome }) => outcome === 'made').length;
  if (calls.some(({ outcome }) => outcome === 'uncertain')) return 'uncertain';
  if (calls.length >= rules && made === calls.length) return 'succeeded';
  return made === 0 ? 'refused' : 'partial';
}

function stateOfRollback(
  before: readonly string[],
  rules: readonly string[],
  now: readonly string[],
  calls: readonly RecordedCall[],
): EndState {
  if (calls.some(({ outcome }) => outcome === 'open')) return 'partial';
  if (same(now, before)) return 'succeeded';
  return rules.every((rule) => now.includes(rule)) ? 'refused' : 'uncertain';
}

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join();
