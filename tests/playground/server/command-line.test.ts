import { expect, it } from 'vitest';
import { CATALOGUE_PROVIDERS } from '@/playground/server/catalogue';
import { ArgumentError, HELP, readCommandLine } from '@/playground/server/command-line';
import { FAULT_NAMES } from '@/playground/server/faults/fault-name';
import { PLAYGROUND_DEFAULTS } from '@/playground/server/start-playground';

it.each([
  ['', {}],
  [
    '--port=1 --host ::1 --env-file a.env --models 10000 --latency 0 --api-key k --seed 7',
    { port: 1, host: '::1', envFile: 'a.env', models: 10_000, latencyMs: 0, apiKey: 'k', seed: 7 },
  ],
  ['--single-provider openrouter --apply-at-once', { singleProvider: 'openrouter', applyAtOnce: true }],
  ['--faults --port 0', { faults: true, port: 0 }],
  ['--proxies 3', { proxies: 3 }],
])('parses “%s”', (line, options) => {
  const { upstreamBaseUrl: _url, upstreamApiKey: _key, ...defaults } = PLAYGROUND_DEFAULTS;
  expect(readCommandLine(line.split(' ').filter(Boolean))).toEqual({ ...defaults, proxies: 1, ...options });
});

it.each([
  ['--port 65536', '--port'],
  ['--port -1', '--port'],
  ['--port', '--port'],
  ['--models 0', '--models'],
  ['--models 1e3', '--models'],
  ['--latency 1.5', '--latency'],
  ['--seed -1', '--seed'],
  ['--proxies 0', '--proxies'],
  ['--proxies 6', '--proxies'],
  ['--seed 1000000000', '--seed'],
  ['--single-provider nobody', 'openrouter, not "nobody"'],
  ['--single-provider ', '--single-provider'],
  ['--apply-at-once=yes', '--apply-at-once'],
  ['--api-key ', '--api-key'],
  ['--faults=yes', '--faults'],
  ['--speed 1', '--speed'],
  ['start', 'start'],
])('rejects “%s”', (line, words) => {
  const read = () => readCommandLine(line.split(' '));
  expect(read).toThrow(ArgumentError);
  expect(read).toThrow(words);
});

it('shows help whatever other options there are, with every option, provider, fault and variable', () => {
  expect(readCommandLine(['--port', 'x', '--help'])).toBeNull();
  const options = [
    '--single-provider',
    '--seed',
    '--apply-at-once',
    '--faults',
    'UPSTREAM_BASE_URL',
    'UPSTREAM_API_KEY',
  ];
  for (const word of [...options, ...CATALOGUE_PROVIDERS, ...FAULT_NAMES]) expect(HELP).toContain(word);
});
