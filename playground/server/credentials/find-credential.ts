import type { EnvValues } from '../env-file';
import type { ApiKeyLine } from './api-key-line';
import { readApiKeys } from './api-keys';
import type { BatchItem } from './credential-bodies';

/** A key to delete, or the reason why it can't be deleted, as a sentence. */
export type FoundKey = { ok: true; line: ApiKeyLine } | { ok: false; status: 400 | 404; problem: string };

/** Finds a provider's key in a file by its name. */
export function findApiKey(values: EnvValues, provider: string, keyName: string): FoundKey {
  const line = readApiKeys(values).find((candidate) => candidate.keyName === keyName);
  if (line === undefined) {
    return { ok: false, status: 404, problem: `The file has no API key ${JSON.stringify(keyName)}.` };
  }
  if (line.provider === provider.toLowerCase()) return { ok: true, line };
  return { ok: false, status: 400, problem: `${keyName} is a key of ${line.provider}, not of ${provider}.` };
}

/** The error for an OAuth credential: the playground has none. */
export function unknownOAuth(provider: string, filename: string): string {
  return `There is no OAuth credential ${JSON.stringify(filename)} of ${JSON.stringify(provider)}: the playground has none.`;
}

/** Finds one credential of a batch. */
export function findBatchItem(
  values: EnvValues,
  { type, provider, key_name, filename }: BatchItem,
): FoundKey {
  if (type === 'oauth') {
    return filename
      ? { ok: false, status: 404, problem: unknownOAuth(provider, filename) }
      : { ok: false, status: 400, problem: 'An OAuth credential is named by its filename.' };
  }
  return key_name
    ? findApiKey(values, provider, key_name)
    : { ok: false, status: 400, problem: 'An API key is named by its key_name.' };
}
