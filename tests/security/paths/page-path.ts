import { openPath, type PathWorld, type ScriptedCall } from './path-world';

/** One way in which a change can come to the page. */
export interface PagePath {
  name: string;
  /** The calls of the model's first response. */
  calls: readonly ScriptedCall[];
  /** The changes that the page is asked for where there is a right to them. */
  reaches: readonly string[];
  /** Goes the way with the right to it. */
  withRight(world: PathWorld): Promise<void>;
  /** Goes the same way without it; answers with the words of the refusal. */
  withoutRight(world: PathWorld): Promise<string>;
  /** What these words must hold. */
  refusal: RegExp;
}

/** Goes a path both ways, each time from the beginning; answers with what was found. */
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
