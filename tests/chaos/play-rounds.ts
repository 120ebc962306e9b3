/// <reference types="chrome" />
import type { ProductName } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';
import { type EndedStage, restoreBackup } from './back-up';
import { KILLED_AT_EDGES } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import { checkRound, type RoundFindings } from './check-round';
import { chooseRound } from './choose-round';
import type { Cell } from './fault-matrix';
import { playRound, type Round } from './play-round';
import type { SettlingStage } from './settle';
import type { WriteEdge } from './worker-edges';

/** The seed and the number of rounds; the rounds have this seed and those after it. */
export interface ChaosOptions {
  rounds: number;
  seed: number;
  kinds: readonly string[];
  browser: ProductName;
}

/** Sums over the rounds that were played. */
export interface Totals {
  rounds: number;
  /** Actions of the user and calls of the model. */
  operations: number;
  /** Kills at moments of a task. */
  momentKills: number;
  edgeKills: WriteEdge[];
  resumed: number;
  faults: number;
  violations: string[];
}

/** The result of one round. */
type Played = RoundFindings & { kills: readonly WriteEdge[] };

/** The sums before the first round. */
export function noTotals(): Totals {
  return { rounds: 0, operations: 0, momentKills: 0, edgeKills: [], resumed: 0, faults: 0, violations: [] };
}

/**
 * Plays and checks the rounds that `totals` doesn't have yet, and adds them. Each takes its fault from `cells`; `print` gets a line for each,
 * and one for each violation. Ends after a violated round: what it leaves behind must not disturb those after it, which need a new stage.
 */
export async function playRounds(
  stage: ChaosStage,
  { rounds, seed, kinds, browser }: ChaosOptions,
  cells: readonly Cell[],
  totals: Totals,
  print: (line: string) => void,
): Promise<void> {
  const possible = cells.filter(({ kind, ends }) => kind !== null && kinds.includes(kind) && ends.length > 0);
  while (totals.rounds < rounds) {
    const { cell, round } = chooseRound(seed + totals.rounds, possible);
    const facts = [
      round.moment,
      `panel ${round.isPanelClosed ? 'closed' : 'open'}`,
      ...(round.hasImage ? ['image'] : []),
      ...(round.extra === null ? [] : [round.extra]),
    ];
    const told = {
      kind: round.kind,
      facts,
      operations: round.rules + 1 + Number(round.hasImage) + Number(round.extra !== null),
      again: `--browser ${browser} --rounds 1 --seed ${round.number} --kinds ${kinds.join(',')}`,
    };
    if (await playAndTell(told, () => playAndCheck(stage, round, cell), totals, print)) return;
  }
  const left = await checkEnd(stage, seed);
  for (const violation of left) print(violation);
  totals.violations.push(...left);
}

/** A round, for its line and its part of the sums. */
interface ToldRound {
  kind: string;
  facts: readonly string[];
  operations: number;
  /** The arguments that play it again. */
  again: string;
  /** Number of faults besides kills at edges, in a round with several. */
  faults?: number;
}

/** Plays a round, prints a line about it and one for each violation, and adds it. Resolves with true if it was violated. */
export async function playAndTell(
  { kind, facts, operations, again, faults }: ToldRound,
  play: () => Promise<Played>,
  totals: Totals,
  print: (line: string) => void,
): Promise<boolean> {
  const startedAtMs = performance.now();
  const { state, kills, violations, isResumed } = await play();
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  totals.rounds += 1;
  totals.operations += operations;
  totals.faults +=
    faults === undefined ? (kind === KILLED_AT_EDGES ? kills.length : 1) : faults + kills.length;
  totals.violations.push(...violations);
  totals.edgeKills.push(...kills);
  if (isResumed) totals.resumed += 1;
  if (kind.split(' ').includes('worker-killed')) totals.momentKills += 1;
  const all = [...facts, ...(kills.length > 0 ? [`${kills.length} kills`] : [])].join(', ');
  const isBroken = violations.length > 0;
  print(`${totals.rounds}. ${kind} (${all}): ${state} after ${seconds} s${isBroken ? ', VIOLATED' : ''}`);
  for (const violation of violations) print(`   ${violation}`);
  if (isBroken) {
    for (const { side, tables } of kills) print(`   killed ${side} ${tables}`);
    print(`   again: npm run chaos -- ${again}`);
  }
  return isBroken;
}

/**
 * Complaints about what is left when all rounds are over. An alarm may last ten seconds longer than the work that it is for, and concerns
 * the work of all chats, so that it is checked once. A backup of all chats is restored last: keys are not in it.
 */
export async function checkEnd(stage: EndedStage, seed: number): Promise<string[]> {
  await stage.openPanel();
  const { page } = stage.panel();
  const noAlarm = () => page.evaluate(async () => (await chrome.alarms.getAll()).length === 0);
  // Two waits: the limit of one is as long as the alarm may last.
  const alarms = await waitUntil(noAlarm, '')
    .catch(() => waitUntil(noAlarm, 'An alarm is left.'))
    .then(
      () => [],
      (error) => [String(error)],
    );
  const lost = await restoreBackup(stage, 1 + (seed % 6)).catch((error) => [
    `The backup could not be restored: ${error}`,
  ]);
  return [...alarms, ...lost];
}

/** Plays a round and checks it. */
export function playAndCheck(stage: ChaosStage, round: Round, cell: Cell): Promise<Played> {
  return playable(stage, async () => {
    const played = await playRound(stage, round);
    return { ...(await checkRound(stage, played, cell.ends)), kills: played.kills };
  });
}

/** The result of playing a round. One that can't be played is a violation. */
export async function playable(
  stage: SettlingStage & Pick<ChaosStage, 'worker'>,
  play: () => Promise<Played>,
): Promise<Played> {
  try {
    return await play();
  } catch (error) {
    const violations = [`The round could not be played: ${await described(stage, error)}`];
    return { state: 'uncertain', isResumed: false, violations, kills: [...stage.worker.kills] };
  }
}

/** The error with its place in the round, and the end of what the panel shows. */
async function described(stage: SettlingStage, error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  // The rest of a driver's message is its log.
  const [message] = error.message.split('\n', 1);
  const place = /tests\/(?:chaos|drive)\/[\w/-]+\.tsx?:\d+/g;
  const places = error.stack?.match(place)?.slice(0, 3).join(', ');
  const shown = await stage
    .openPanel()
    .then(() => stage.panel().page.locator('body').innerText())
    .catch((reason) => `nothing: ${reason}`);
  return `${message} (${places}). The panel shows: …${shown.replace(/\s+/g, ' ').slice(-600)}`;
}

/** The sums in one line, with the number of kills at each edge in lines of their own before it. */
export function summary({ seed }: Pick<ChaosOptions, 'seed'>, totals: Totals): string {
  const { rounds, operations, momentKills, edgeKills, resumed, faults, violations } = totals;
  const count = (side: WriteEdge['side'], at?: string) =>
    edgeKills.filter((edge) => edge.side === side && (at === undefined || edge.tables === at)).length;
  const writes = [...new Set(edgeKills.map(({ tables }) => tables))].sort();
  const lines = writes.map(
    (tables) => `kills ${count('before', tables)} before and ${count('after', tables)} after ${tables}`,
  );
  const edges = `${count('before')} before and ${count('after')} after ${writes.length} kinds of writes, ${momentKills} at other moments`;
  return [
    ...lines,
    `seed ${seed}, rounds ${rounds}, operations ${operations}, kills ${edgeKills.length + momentKills} (${edges}), runs resumed ${resumed}, faults ${faults}, violations ${violations.length}`,
  ].join('\n');
}

/** True if the rounds prove nothing: no fault, or no run that went on after its worker's end. */
export function isTooLittle({ momentKills, edgeKills, resumed, faults }: Totals): boolean {
  return faults === 0 || (momentKills + edgeKills.length > 6 && resumed === 0);
}
