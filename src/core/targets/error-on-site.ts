import { say } from '@/src/schema/values/said';
import { isStewardError, StewardError } from '../errors';

/** The error with the name of the site on which it occurred. */
export function errorOnSite(site: string, error: unknown): unknown {
  if (!isStewardError(error)) return error;
  return new StewardError(error.code, say('said.sites.result', { site, result: error.said }), error);
}
