import { createSeededRandom } from '@/scripts/bench/core/seeded-random';
import { type ChatAnswer, callsAll, says } from '@/tests/fakes/chat-answers';
import { KILLED_AT_EDGES } from '../cause-fault';
import { PROVIDER } from '../chaos-stage';
import { chosenEdges, scattered } from '../choose-round';
import { settle } from '../settle';
import type { WriteEdge } from '../worker-edges';
import { causeSiteFault } from './site-faults';
import { SITE_NAMES, type SiteName, type SitesStage } from './sites-stage';

/** The moment of a fault: before the message, at a site's change, while the card is shown, or a while after its approval. */
type Moment = 'before' | 'change' | 'asked' | 'approved';

interface PlannedFault {
  kind: string;
  site: SiteName;
  moment: Moment;
  edges: readonly number[];
  /** The number of the change at which it occurs, or its delay in milliseconds. */
  count: number;
}

/** One round: a call on sites with up to two faults. All choices were made by the seed. */
export interface SitesRound {
  readonly number: number;
  /** The sites that the model names. */
  readonly targets: readonly SiteName[];
  readonly saves: boolean;
  readonly faults: readonly PlannedFault[];
}

/** A round as it was played. */
export interface PlayedSitesRound extends SitesRound {
  readonly message: string;
  readonly pattern: string;
  /** The number of steps in the log before the round, and the ids of the messages then. */
  readonly from: number;
  readonly known: ReadonlySet<unknown>;
  readonly isSettled: boolean;
  readonly kills: readonly WriteEdge[];
}

/** Time that a moment is waited for, which a fault before it may prevent, in milliseconds. */
const MOMENT_LIMIT_MS = 5_000;

/** Chooses a round by this seed alone. */
export function chooseSitesRound(seed: number, kinds: readonly string[]): SitesRound {
  const random = createSeededRandom(scattered(seed));
  const left = SITE_NAMES[random(SITE_NAMES.length)];
  const targets = random(3) === 0 ? SITE_NAMES.filter((name) => name !== left) : [...SITE_NAMES];
  const saves = random(2) === 1;
  const moments: readonly Moment[] = saves ? ['change', 'asked', 'approved', 'approved'] : ['change'];
  const faultFor = (kind: string): PlannedFault => {
    const isAtEdges = kind === KILLED_AT_EDGES;
    const moment = isAtEdges ? 'before' : (moments[random(moments.length)] ?? 'change');
    return {
      kind,
      site: SITE_NAMES[random(SITE_NAMES.length)] ?? 'north',
      moment,
      edges: isAtEdges ? chosenEdges(random) : [],
      count: moment === 'change' ? 1 + random(targets.length) : random(600),
    };
  };
  const first = kinds[random(kinds.length)] ?? '';
  const others = kinds.filter((kind) => kind !== first);
  const second = others[random(2 * others.length)];
  const chosen = second === undefined ? [first] : [first, second];
  return { number: seed, targets, saves, faults: chosen.map(faultFor) };
}

/** Plays a round, and then acts as a user does until the chat is idle. */
export async function playSitesRound(stage: SitesStage, round: SitesRound): Promise<PlayedSitesRound> {
  await stage.openPanel();
  // Unsaved rules of the round before, and those that others saved, are no part of this one.
  for (const name of SITE_NAMES) await stage.reloadPage(name);
  const { steps } = stage.pageLog;
  const from = steps.length;
  const known = new Set((await stage.rows('messages')).map(({ id }) => id));
  const message = `Please do sites-${round.number} now`;
  const pattern = `chaos-sites-${round.number}-*`;
  stage.endpoint.behave(scripted(round, message, pattern));

  const causeAt = async (moment: Moment, isIn: (fault: PlannedFault) => boolean = () => true) => {
    for (const fault of round.faults.filter((one) => one.moment === moment && isIn(one))) {
      if (moment === 'approved') await pause(fault.count);
      await causeSiteFault(stage, fault);
    }
  };
  await causeAt('before');
  // A message that is refused stays in the message field, and is sent by `settle`.
  await stage
    .panel()
    .send(message)
    .catch(() => undefined);
  for (let change = 1; change <= round.targets.length; change += 1) {
    const isDue = ({ count }: PlannedFault) => count === change;
    if (!round.faults.some((fault) => fault.moment === 'change' && isDue(fault))) continue;
    await soon(async () => steps.slice(from).filter(({ kind }) => kind === 'apply').length >= change);
    await causeAt('change', isDue);
  }
  if (round.saves) {
    await soon(() => stage.panel().approval.isVisible());
    await causeAt('asked');
    const approve = stage.panel().approval.locator('button.primary:enabled');
    // What asks later is approved by `settle`.
    await approve.click({ timeout: MOMENT_LIMIT_MS }).catch(() => undefined);
    await causeAt('approved');
  }
  const isSettled = await settle(stage, 'awaiting approval', message, null);
  const kills = [...stage.worker.kills];
  await stage.worker.killAt([]);
  return { ...round, message, pattern, from, known, isSettled, kills };
}

/** The answer to a round's message once its calls are made. */
function answerTo({ number }: SitesRound): string {
  return `That was sites-${number}.`;
}

/** Answers with the calls until the message is followed by their results, then with the text. */
function scripted(round: SitesRound, message: string, pattern: string): ChatAnswer {
  const targets = round.targets.length === SITE_NAMES.length ? ['all'] : round.targets;
  const add: [string, string] = ['add_ignore_rule', JSON.stringify({ pattern, provider: PROVIDER, targets })];
  const save: [string, string] = ['save_changes', JSON.stringify({ targets })];
  const calls = round.saves ? callsAll(add, save) : callsAll(add);
  const text = says(answerTo(round));
  return (reply, request) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string; content?: unknown }[] };
    const at = messages.findLastIndex(
      ({ role, content }) => role === 'user' && JSON.stringify(content)?.includes(message),
    );
    const isMade = messages.slice(at + 1).some(({ role }) => role === 'tool');
    return (isMade ? text : calls)(reply, request);
  };
}

/** Resolves once it is so, or after a while. */
async function soon(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MOMENT_LIMIT_MS;
  while (Date.now() < deadline && !(await isSo().catch(() => false))) await pause(10);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
