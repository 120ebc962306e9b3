import { createSeededRandom } from '@/scripts/bench/core/seeded-random';
import { type ChatAnswer, calls, says } from '@/tests/fakes/chat-answers';
import type { DoubleChannel } from '@/tests/fakes/new-api/double-channels';
import { KILLED_AT_EDGES, type Mend } from '../cause-fault';
import { chosenEdges, scattered } from '../choose-round';
import { type Cell, readFaults } from '../fault-matrix';
import { settle } from '../settle';
import type { WriteEdge } from '../worker-edges';
import { causeChannelFault, channelFaults } from './channel-faults';
import { CHANGED, type ChannelStage, changedChannels, TAG, WAYS, type Way } from './channel-stage';

/** Moments of a task at which a fault occurs: the columns of the table of faults. */
const MOMENTS = ['awaiting approval', 'within a change', 'within a rollback'] as const;

export type ChannelMoment = (typeof MOMENTS)[number];

/** The cells of the table of faults beside new-api, in docs/reliability.md. */
export const readChannelFaults = (document: string): Cell<ChannelMoment>[] =>
  readFaults(document, 'faults of new-api', MOMENTS);

/** The changes that tasks make to each of the channels. */
const CHANGES = [
  {
    tool: 'add_models',
    args: (name: string): object => ({ tag: TAG, models: [name] }),
    isMade: ({ models }: DoubleChannel, name: string) => models.split(',').includes(name),
  },
  {
    tool: 'disable_channels',
    args: (): object => ({ tag: TAG }),
    isMade: ({ status }: DoubleChannel) => status !== 1,
  },
  {
    tool: 'set_groups',
    args: (): object => ({ tag: TAG, add: ['vip'] }),
    isMade: ({ group }: DoubleChannel) => group.split(',').includes('vip'),
  },
] as const;

/** Longest time of a change of all channels on a busy machine, in milliseconds. */
const CHANGE_LIMIT_MS = 40_000;

/** One round: a change of many channels with one fault. All choices were made by the seed. */
export interface ChannelRound {
  readonly number: number;
  readonly kind: string;
  readonly moment: ChannelMoment;
  readonly isPanelClosed: boolean;
  readonly change: (typeof CHANGES)[number];
  /** The write at which a fault within a change or a rollback occurs, from 1. */
  readonly write: number;
  /** As in `Round`. */
  readonly edges: readonly number[];
}

/** A round as it was played. */
export interface PlayedChannelRound extends ChannelRound {
  readonly message: string;
  readonly answer: string;
  /** The name of the model that the task adds. */
  readonly model: string;
  /** The server's channels before the task, and the changes that it made from then on until the rollback that ends the round. */
  readonly before: readonly DoubleChannel[];
  readonly writes: ChannelStage['writes'];
  readonly isSettled: boolean;
  readonly kills: readonly WriteEdge[];
}

/** The way in which a round with this seed reaches the server. */
export function wayOf(seed: number): Way {
  return WAYS[seed % WAYS.length] ?? WAYS[0];
}

/** Chooses a cell of the table of faults, and the round that tries it, by this seed alone. Throws if there is no cell. */
export function chooseChannelRound(
  seed: number,
  cells: readonly Cell<ChannelMoment>[],
): { cell: Cell<ChannelMoment>; round: ChannelRound } {
  const kinds = channelFaults(wayOf(seed));
  const possible = cells.filter(({ kind, ends }) => kinds.includes(kind ?? '') && ends.length > 0);
  const random = createSeededRandom(scattered(seed));
  const cell = possible[random(possible.length)];
  const change = CHANGES[random(CHANGES.length)];
  if (cell?.kind == null || change === undefined) throw new Error('No fault can occur.');
  const { kind, moment } = cell;
  return {
    cell,
    round: {
      number: seed,
      kind,
      moment,
      // While the panel is closed, the change goes on: a refusal would come too late for it.
      isPanelClosed: !['panel-closed', 'write-refused'].includes(kind) && random(2) === 1,
      change,
      write: 1 + random(CHANGED - 1),
      edges: kind === KILLED_AT_EDGES ? chosenEdges(random) : [],
    },
  };
}

/** Plays a round, and then acts as a user does until the chat is idle. */
export async function playChannelRound(
  stage: ChannelStage,
  round: ChannelRound,
): Promise<PlayedChannelRound> {
  const { double } = stage;
  await stage.openPanel();
  await stage.newChat();
  const before = structuredClone(double.channels);
  const from = stage.writes.length;
  const [message, answer] = [`Please do channels-${round.number} now`, `That was channels-${round.number}.`];
  const model = `chaos-model-${round.number}`;
  stage.endpoint.behave(
    onceThen(calls(round.change.tool, JSON.stringify(round.change.args(model))), says(answer)),
  );
  let mend: Mend | null = null;
  const fail = async () => {
    if (round.isPanelClosed) await stage.closePanel();
    mend = await causeChannelFault(round.kind, stage, round.edges);
  };
  await stage.panel().ask(message);
  await stage.panel().approval.waitFor();
  switch (round.moment) {
    case 'awaiting approval':
      await fail();
      break;
    case 'within a change':
      await Promise.all([stage.afterWrites(round.write, fail), stage.panel().approve()]);
      break;
    default:
      await stage.panel().approve();
      await stage.panel().said(answer).waitFor({ timeout: CHANGE_LIMIT_MS });
      await stage.panel().finished();
      await Promise.all([stage.afterWrites(round.write, fail), rollBack(stage, message)]);
  }
  const isSettled = await settle(stage, round.moment, message, mend);
  const kills = [...stage.worker.kills];
  await stage.worker.killAt([]);
  const writes = stage.writes.slice(from);
  return { ...round, message, answer, model, before, writes, isSettled, kills };
}

/** Rolls back to the checkpoint before a message, without waiting for the end. */
export async function rollBack(stage: ChannelStage, message: string): Promise<void> {
  const panel = stage.panel();
  await panel.openCheckpoints();
  await panel.chooseCheckpoint(`Before: ${message.slice(0, 20)}`);
  await panel.page.getByRole('button', { name: 'Roll back', exact: true }).click();
}

/** The channels on which the task's change is made. */
export function madeOn(stage: ChannelStage, { change, model }: PlayedChannelRound): DoubleChannel[] {
  return changedChannels(stage).filter((channel) => change.isMade(channel, model));
}

/** Answers with the call until its result is there, then with the text. */
function onceThen(call: ChatAnswer, text: ChatAnswer): ChatAnswer {
  return (reply, request) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string }[] };
    return (messages.some(({ role }) => role === 'tool') ? text : call)(reply, request);
  };
}
