import { StewardError } from '../errors';

/** A dry run that left out a call that it was asked for: a defect of the adapter. */
export function missingDryRun(tool: string): StewardError {
  return new StewardError('internal', `The dry run of ${tool} came to nothing.`, {
    remedy: 'Report this; nothing was done.',
  });
}
