import { StewardError } from '../errors';

/** The error for a dry run without a result for a requested call, which is a defect of the adapter. */
export function missingDryRun(tool: string): StewardError {
  return new StewardError('internal', `The dry run of ${tool} returned no result.`, {
    remedy: 'Report this; nothing was done.',
  });
}
