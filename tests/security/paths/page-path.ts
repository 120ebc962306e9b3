import type { startSteward } from '@/tests/world/steward-in-memory';
import { openPath, type PathWorld, type ScriptedCall } from './path-world';

/** One path by which a change can reach the page. */
export interface PagePath {
  name: string;
  /** Another page than the model filter. */
  page?: Parameters<typeof startSteward>[0]['page'];
  /** The calls of the model's first response. */
  calls: readonly ScriptedCall[];
  /** The changes that are requested from the page if they are authorized. */
  reaches: readonly string[];
  /** Follows the path with authorization. */
  authorized(world: PathWorld): Promise<void>;
  /** Follows the same path without authorization; resolves with the refusal's text. */
  unauthorized(world: PathWorld): Promise<string>;
  /** Must match that text. */
  refusal: RegExp;
}

/** A save that the user approves. */
export const APPROVED_SAVE: Pick<PagePath, 'calls' | 'reaches' | 'authorized'> = {
  calls: [['save_changes', {}]],
  reaches: ['save'],
  async authorized(world) {
    await world.runTask();
    await world.approve();
  },
};

/**
 * Runs a path with and without authorization, each time on a new instance; resolves with the problems found.
 */
export async function problemsOf({ page, calls, authorized, unauthorized, reaches, refusal }: PagePath) {
  async function on(how: string, problemsIn: (world: PathWorld) => Promise<string[]>): Promise<string[]> {
    const world = await openPath(calls, page);
    const found = await problemsIn(world).catch((error: unknown) => [
      `it threw: ${error instanceof Error ? error.stack : error}`,
    ]);
    await world.close();
    return found.map((problem) => `${how} authorization ${problem}`);
  }
  return {
    authorized: await on('with', async (world) => {
      await authorized(world);
      const reached = world.requestedChanges();
      if (reached.join() === reaches.join()) return [];
      return [`it requested ${listed(reached)}, not ${listed(reaches)}: ${await world.outcome()}`];
    }),
    unauthorized: await on('without', async (world) => {
      const text = await unauthorized(world);
      const reached = world.requestedChanges();
      return [
        ...(reached.length === 0 ? [] : [`it requested ${listed(reached)}`]),
        ...(refusal.test(text) ? [] : [`it ended with “${text}”`]),
      ];
    }),
  };
}

function listed(changes: readonly string[]): string {
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}
