import type { World } from './world';

/** A control must be answered within this many waits of 10 s. */
const MAX_WAITS = 20;

/** Runs all pending steps, and lets time pass, until a control has its result. Null: it was refused. */
export async function controlResult<Result>(
  world: World,
  name: string,
  control: () => Promise<Result>,
): Promise<Result | null> {
  let isAnswered = false;
  const answer = world.attempt(name, control).finally(() => {
    isAnswered = true;
  });
  for (let times = 0; times < MAX_WAITS && !isAnswered; times += 1) {
    await world.steps.releaseAll();
    if (!isAnswered) world.pass(10_000);
  }
  await world.steps.releaseAll();
  if (!isAnswered) throw new Error(`${name} is never answered`);
  return answer;
}
