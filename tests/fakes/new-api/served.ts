import type { DoubleChannel } from './double-channels';

/** Each group with each model that its clients can call: those of the channels that are on. */
export function servedOf(channels: readonly DoubleChannel[]): string[] {
  const on = channels.filter(({ status }) => status === 1);
  const served = on.flatMap(({ models, group }) =>
    group.split(',').flatMap((of) => models.split(',').map((model) => `${of} ${model}`)),
  );
  return [...new Set(served)].sort();
}
