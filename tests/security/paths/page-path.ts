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

/**
 * Runs a path with and without authorization, each time on a new instance; resolves with the problems found.
 */
export async function problemsOf(path: PagePath): Promise<{ authorized: string[]; unauthorized: string[] }> {
  return { authorized: await problemsAuthorized(path), unauthorized: await problemsUnauthorized(path) };
}

async function problemsAuthorized({ page, calls, authorized, reaches }: PagePath): Promise<string[]> {
  const world = await openPath(calls, page);
  try {
    await authorized(world);
    const reached = world.requestedChanges();
    if (reached.join() === reaches.join()) return [];
    return [
      `with authorization it requested ${listed(reached)}, not ${listed(reaches)}: ${await world.outcome()}`,
    ];
  } catch (error) {
    return [`with authorization it threw: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await world.close();
  }
}

async function problemsUnauthorized({ page, calls, unauthorized, refusal }: PagePath): Promise<string[]> {
  const world = await openPath(calls, page);
  try {
    const text = await unauthorized(world);
    const reached = world.requestedChanges();
    return [
      ...(reached.length === 0 ? [] : [`without authorization it requested ${listed(reached)}`]),
      ...(refusal.test(text) ? [] : [`without authorization it ended with “${text}”`]),
    ];
  } catch (error) {
    return [`without authorization it threw: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await world.close();
  }
}

function listed(changes: readonly string[]): string {
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}
