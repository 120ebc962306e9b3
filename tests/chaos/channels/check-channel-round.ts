import type { DoubleChannel } from '@/tests/fakes/new-api/double-channels';
import { checkIdle } from '../check-idle';
import type { RoundFindings } from '../check-round';
import type { EndState } from '../fault-matrix';
import { settle } from '../settle';
import { BY_OTHERS } from './channel-faults';
import { CHANGED, type ChannelStage } from './channel-stage';
import { madeOn, type PlayedChannelRound, rollBack } from './play-channel-round';

interface StoredMessage {
  chatId: string;
  role: string;
  discardedBy: string | null;
  content?: string;
  result?: { success: boolean; message: string; error_code?: string; data?: { changed?: string[] } };
  toolCalls?: object[];
}

/** Compares the server's channels with the record, and rolls back to the checkpoint before the task. `ends`: the states in which it may end. */
export async function checkChannelRound(
  stage: ChannelStage,
  played: PlayedChannelRound,
  ends: readonly EndState[],
): Promise<RoundFindings> {
  const { message, moment, kind } = played;
  const violations: string[] = [];
  const require = (isSo: boolean, complaint: string) => {
    if (!isSo) violations.push(complaint);
  };
  require(played.isSettled, 'The chat did not become idle.');
  const messages = (await stage.rows('messages')) as unknown as StoredMessage[];
  const ofUser = messages.filter(({ role, content }) => role === 'user' && content?.includes(message));
  require(ofUser.length === 1, `The user’s message is in the chat ${ofUser.length} times.`);
  const ofChat = messages.filter(({ chatId }) => chatId === ofUser[0]?.chatId);
  const runs = (await stage.rows('runs')).filter(({ chatId }) => chatId === ofUser[0]?.chatId);
  violations.push(...(await checkIdle(stage, runs, stage.errors)));

  violations.push(...doubled(stage, played));
  const results = ofChat.flatMap(({ result }) => result ?? []);
  const called = ofChat.flatMap(({ toolCalls }) => toolCalls ?? []).length;
  require(called === 1 && results.length === 1, `${called} calls have ${results.length} results.`);
  const made = madeOn(stage, played).length;
  const isRollback = moment === 'within a rollback';
  const state = isRollback ? stateOfRollback(stage, played) : stateOfCall(results[0], made);
  require(ends.includes(state), `The task ended ${state}, and may end ${ends.join(' or ')}.`);
  if (!isRollback) {
    const told = `${results[0]?.error_code ?? 'success'}: ${results[0]?.message ?? ''}`.slice(0, 400);
    // Only the dialog takes something away again.
    const isWhole = made === CHANGED - Number(kind === 'dialog-saves' && made < CHANGED);
    require(state !== 'succeeded' ||
      isWhole, `${made} of ${CHANGED} channels are changed, and the record says all: ${told}`);
    require(state !== 'refused' ||
      made === 0, `${made} channels are changed, and the record says none: ${told}`);
    const isUnread = kind === 'session-ended' && told.includes('Its changes are unknown');
    const isSaid = told.includes(`${made} of ${CHANGED}`) || made === 0 || made === CHANGED || isUnread;
    require(!['partial', 'uncertain'].includes(state) ||
      isSaid, `${made} of ${CHANGED} channels are changed, and the record says: ${told}`);
  }
  const isAnswered = ofChat.some(({ role, content }) => role === 'assistant' && content === played.answer);
  require(isAnswered, 'The answer is missing.');

  // The rollback that a fault ended in part can be made again.
  if (differing(stage, played.before).length > 0) {
    await rollBack(stage, message);
    require(await settle(stage, 'within a rollback', message, null), 'The last rollback did not end.');
  }
  const left = differing(stage, played.before);
  require(left.length === 0, `The rollback left ${left.length} channels otherwise: ${left[0]}.`);
  // What is left must not disturb the rounds after it.
  stage.double.channels = structuredClone([...played.before]);
  return { state, isResumed: runs.some(({ resumes }) => Number(resumes) > 0), violations };
}

function stateOfCall(result: StoredMessage['result'], made: number): EndState {
  if (result === undefined) return 'uncertain';
  if (result.success) return 'succeeded';
  if (['outcome_unknown', 'partly_applied'].includes(result.error_code ?? '')) return 'uncertain';
  return made === 0 ? 'refused' : 'partial';
}

function stateOfRollback(stage: ChannelStage, played: PlayedChannelRound): EndState {
  if (differing(stage, played.before).length === 0) return 'succeeded';
  const made = madeOn(stage, played).length;
  return made === CHANGED ? 'refused' : 'partial';
}

/** The channels whose members that Steward changes differ from those before, as texts. What another admin added stays. */
function differing({ double }: ChannelStage, before: readonly DoubleChannel[]): string[] {
  const shown = ({ id, models, group, status }: DoubleChannel) =>
    JSON.stringify({ id, models: models.replace(`,${BY_OTHERS}`, ''), group, status });
  const now = new Set(double.channels.map(shown));
  return before.map(shown).filter((channel) => !now.has(channel));
}

/** Complaints about changes that the server got more than once, and names that a channel has twice. */
function doubled(stage: ChannelStage, { writes, change, model, moment }: PlayedChannelRound): string[] {
  const counts = new Map<string, number>();
  for (const { path, body } of writes) {
    const { id = path, ...fields } = body as { id?: number; name?: string };
    // The page's dialog sends all fields.
    if ('name' in fields) continue;
    const name = `channel ${id} ${JSON.stringify(fields)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // A rollback that is refused sets the channels before it back.
  const most = moment === 'within a rollback' ? 2 : 1;
  const again = [...counts].filter(([, times]) => times > most);
  const twice = stage.double.channels.filter(({ models }) => {
    const names = models.split(',').filter((name) => [model, BY_OTHERS].includes(name));
    return names.length > new Set(names).size;
  });
  return [
    ...again.map(([name, times]) => `${change.tool}, ${moment}: the server got ${times} times ${name}.`),
    ...twice.map(({ id, models }) => `Channel ${id} has a model twice: ${models}`),
  ].slice(0, 3);
}
