import { openPath, type PathWorld, type ScriptedCall } from './path-world';

/** One path by which a change can reach the page. */
export interface PagePath {
  name: string;
  /** The calls of the model's first response. */
  calls: readonly ScriptedCall[];
  /** The changes that are requested from the page if they are authorized. */
  reaches: readonly string[];
  /** Follows the path with authorization. */
  withRight(world: PathWorld): Promise<void>;
  /** Follows the same path without authorization; resolves with the refusal's text. */
  withoutRight(world: PathWorld): Promise<string>;
  /** Must match that text. */
  refusal: RegExp;
}

/**
 * Runs a path with and without authorization, each time on a new instance; resolves with the problems found.
 */
export async function problemsOf(path: PagePath): Promise<{ withRight: string[]; withoutRight: string[] }> {
  return { withRight: await problemsWithRight(path), withoutRight: await problemsWithoutRight(path) };
}

async function problemsWithRight({ calls, withRight, reaches }: PagePath): Promise<string[]> {
  const world = await openPath(calls);
  try {
    await withRight(world);
    const reached = world.reached();
    if (reached.join() === reaches.join()) return [];
    return [
      `with its right it asked the page for ${inWords(reached)}, not for ${inWords(reaches)}: ${await world.says()}`,
    ];
  } catch (error) {
    return [`with its right it broke: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await world.close();
  }
}

async function problemsWithoutRight({ calls, withoutRight, refusal }: PagePath): Promise<string[]> {
  const world = await openPath(calls);
  try {
    const words = await withoutRight(world);
    const reached = world.reached();
    return [
      ...(reached.length === 0 ? [] : [`without a right it asked the page for ${inWords(reached)}`]),
      ...(refusal.test(words) ? [] : [`without a right it says “${words}”`]),
    ];
  } catch (error) {
    return [`without a right it broke: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await world.close();
  }
}

function inWords(changes: readonly string[]): string {
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}
