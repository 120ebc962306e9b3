import { readConfig } from '@/src/adapters/cli-proxy-api/management-api';
import type { AdapterCall } from '@/tests/conformance/adapter-case';
import { type DoubleKey, newDoubleConfig } from './double-config';

const OWN = { models: [{ name: 'shared-one' }, { name: 'shared-two' }], 'excluded-models': ['shared-one'] };

/** Entries that no request can name alone: two with the same key, and one without. Their models are their own. */
export const UNADDRESSABLE: readonly DoubleKey[] = [
  { 'api-key': 'sk-of-two-entries', ...OWN },
  { 'api-key': 'sk-of-two-entries', 'base-url': 'https://codex.example/v1', ...OWN },
  { 'api-key': '', 'base-url': 'https://keyless.example/v1', ...OWN },
];

/** Steward's ids for the API keys with which the double starts; with keys of Codex, for those alone. */
export function entryIds(codex: readonly DoubleKey[]): string[] {
  const config = readConfig(JSON.parse(JSON.stringify({ ...newDoubleConfig(), 'codex-api-key': codex })));
  if (config === null) throw new Error('The configuration of the double can’t be read.');
  const channel = 'codex-api-key';
  return config.entries.flatMap((one) => (codex.length === 0 || one.channel === channel ? [one.id] : []));
}

/** Calls that the server, or the half, refuses. */
export const REFUSED_CALLS: readonly AdapterCall[] = [
  ...entryIds(UNADDRESSABLE).flatMap((key) => [
    { tool: 'exclude_models_for_key', args: { key, patterns: ['shared-two'] } },
    { tool: 'remove_exclusions_for_key', args: { key, patterns: ['shared-one'] } },
  ]),
  { tool: 'exclude_models_for_key', args: { key: 'gemini-api-key:00000000', patterns: ['x'] } },
  { tool: 'exclude_models', args: { provider: 'gemini-api-key', patterns: ['x'] } },
  { tool: 'exclude_models', args: { provider: 'codex', patterns: ['gpt-5.4,gpt-5.4-mini'] } },
  { tool: 'exclude_models', args: { provider: ' ', patterns: ['x'] } },
];
