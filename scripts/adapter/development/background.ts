import * as own from '@/src/adapters/background';
import { addedAdapters } from './adapters';

const added = addedAdapters.map(({ parts }) => parts.background);
const addedDryRuns = added.flatMap(({ dryRun }) => dryRun ?? []);

// Replaces the exports of `src/adapters/background.ts` in a development build.
export const toolRunners = [...added.flatMap(({ tools }) => tools ?? []), ...own.toolRunners];
export const serviceAdapters = [...added.flatMap(({ service }) => service ?? []), ...own.serviceAdapters];
export const dryRunners = [
  ...addedDryRuns,
  // Those that follow from `computeCall` are there for all adapters.
  ...own.dryRunners.filter(({ id }) => !addedDryRuns.some((dryRun) => dryRun.id === id)),
];
