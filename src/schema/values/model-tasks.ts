/** The tasks of a model check, in their order. */
export const MODEL_TASK_NAMES = [
  'one-call',
  'arguments',
  'two-steps',
  'asks',
  'read-only',
  'order-in-name',
  'after-error',
  'count',
] as const;

export type ModelTask = (typeof MODEL_TASK_NAMES)[number];

/** True for a check that runs, or that the worker's end broke off. */
export function isUnfinished(check: { tasks: readonly unknown[]; endedBy: unknown }): boolean {
  return check.endedBy === null && check.tasks.length < MODEL_TASK_NAMES.length;
}
