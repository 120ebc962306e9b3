import { createSeededRandom } from '@/scripts/bench/core/seeded-random';
import { KILLED_AT_EDGES } from './cause-fault';
import { extrasAt } from './extras';
import type { Cell, Moment } from './fault-matrix';
import type { Round } from './play-round';

/** Most kills of a worker in one round. A run that was interrupted three times waits for the user's *Retry*. */
const MAX_KILLS = 6;
/** Most edges from one kill to the next: about a third of those of a short task. */
const MAX_EDGES = 12;

/** Chooses a cell of the table, and the round that tries it, by this seed alone. Throws if there is no cell. */
export function chooseRound(seed: number, cells: readonly Cell[]): { cell: Cell; round: Round } {
  const cell = cells[createSeededRandom(scattered(seed))(cells.length)];
  if (cell === undefined) throw new Error('No fault can occur.');
  return { cell, round: roundFor(cell, seed) };
}

/** The round that tries a cell with this seed. Throws for a fault that the command doesn't cause. */
export function roundFor({ kind, moment }: Cell, seed: number): Round {
  if (kind === null) throw new Error('The fault has no name in code.');
  const random = createSeededRandom(scattered(seed + 1));
  const rules = moment === 'within a batch of writes' ? 3 + random(4) : 1;
  return {
    number: seed,
    kind,
    moment,
    isPanelClosed: kind !== 'panel-closed' && random(2) === 1,
    rules,
    change: 1 + random(rules),
    hasImage: random(4) === 0,
    extra: kind === KILLED_AT_EDGES ? chooseExtra(moment, random) : null,
    edges: kind === KILLED_AT_EDGES ? chosenEdges(random) : [],
  };
}

/** The edges at which the worker is killed in a round. */
export function chosenEdges(random: (below: number) => number): number[] {
  return Array.from({ length: 1 + random(MAX_KILLS) }, () => 1 + random(MAX_EDGES));
}

/** An action besides the task in half of the rounds: the other faults' end states are those of the task alone. */
function chooseExtra(moment: Moment, random: (below: number) => number): string | null {
  if (moment === 'within a rollback') return null;
  const possible = [
    ...extrasAt('after'),
    ...(moment === 'streaming' ? extrasAt('during') : []),
    ...(moment === 'awaiting approval' ? extrasAt('approval') : []),
  ];
  return possible[random(2 * possible.length)] ?? null;
}

/** A number that is far from those of the neighbouring seeds, whose random numbers would be similar. */
export function scattered(seed: number): number {
  const once = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  return Math.imul(once ^ (once >>> 16), 0x45d9f3b) >>> 4;
}
