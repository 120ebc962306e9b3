import type { World } from './world';

/** Times that time has to pass before a control is answered, at most. */
const PATIENCE = 20;

/** The result of a control, once nothing happens any more and as much time passed as it needed; null if it was refused. */
export async function answerTo<Result>(
  world: World,
  name: string,
  control: () => Promise<Result>,
): Promise<Result | null> {
  let isAnswered = false;
  const answer = world.attempt(name, control).finally(() => {
    isAnswered = true;
  });
  for (let times = 0; times < PATIENCE && !isAnswered; times += 1) {
    await world.pacer.releaseAll();
    if (!isAnswered) world.pass(10_000);
  }
  await world.pacer.releaseAll();
  if (!isAnswered) throw new Error(`${name} is never answered`);
  return answer;
}
