import { isSettableKey } from '../config-settings';
import type { EnvValues } from '../env-file';
import { UPSTREAM_PROVIDER } from '../upstream/upstream-settings';
import type { ApiKeyLine } from './api-key-line';

/** Providers whose keys can't be stored in the file, with the reason. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['proxy', 'PROXY_API_KEY is the key of the proxy itself. Start the playground with --api-key to set it.'],
  [
    UPSTREAM_PROVIDER,
    'The upstream’s key is never saved in the file. Set UPSTREAM_API_KEY in the environment that the playground starts in.',
  ],
]);

/** The API keys of a file, in its order. Keys that only look similar, such as a rule's, are left out. */
export function readApiKeys(values: EnvValues): ApiKeyLine[] {
  return [...values].flatMap(([keyName, value]) => {
    const provider = providerOfKey(keyName);
    return provider === null ? [] : [{ keyName, provider, value }];
  });
}

/** The name for a provider's next key: one more than its largest number in use. */
export function nextKeyName(values: EnvValues, provider: string): string {
  const base = baseKeyName(provider);
  const numbers = readApiKeys(values)
    .filter((line) => line.provider === provider.toLowerCase())
    .map(({ keyName }) => Number(keyName.slice(base.length + 1)));
  return numbers.length === 0 ? base : `${base}_${Math.max(...numbers) + 1}`;
}

/** The name of a provider's first key. */
export function baseKeyName(provider: string): string {
  return `${provider.toUpperCase()}_API_KEY`;
}

/** The reason why a provider's keys can't be saved, as a sentence; null if they can. */
export function keyHolderProblem(provider: string): string | null {
  const reason = RESERVED.get(provider.toLowerCase());
  if (reason !== undefined) return reason;
  if (providerOfKey(baseKeyName(provider)) === provider.toLowerCase()) return null;
  return `A provider can’t be called ${JSON.stringify(provider)}: its key’s name would mean another setting.`;
}

const SHORTEST_SHOWN_LENGTH = 16;

/** A masked key: its first and last four characters if it is long enough. */
export function maskedKey(value: string): string {
  return value.length < SHORTEST_SHOWN_LENGTH ? '***' : `${value.slice(0, 4)}...${value.slice(-4)}`;
}

/** The provider whose key a name holds; null if it holds none. */
function providerOfKey(keyName: string): string | null {
  const name = /^([A-Z0-9_]+?)_API_KEY(?:_\d{1,9})?$/.exec(keyName)?.[1];
  if (name === undefined || isSettableKey(keyName)) return null;
  const provider = name.toLowerCase();
  return RESERVED.has(provider) ? null : provider;
}
