import { expect, it } from 'vitest';
import { CATALOGUE_PROVIDERS } from '@/playground/server/catalogue';
import { ArgumentError, HELP, readCommandLine } from '@/playground/server/command-line';
import { FAULT_NAMES } from '@/playground/server/faults/fault-name';
import { PLAYGROUND_DEFAULTS } from '@/playground/server/start-playground';

it.each([
  ['nothing', [], {}],
  ['a port', ['--port', '0'], { port: 0 }],
  [
    'everything',
    [
      '--port=1',
      '--host',
      '::1',
      '--env-file',
      'a.env',
      '--models',
      '10000',
      '--latency',
      '0',
      '--api-key',
      'k',
      '--single-provider',
      'openrouter',
      '--seed',
      '7',
      '--apply-at-once',
    ],
    {
      port: 1,
      host: '::1',
      envFile: 'a.env',
      models: 10_000,
      latencyMs: 0,
      apiKey: 'k',
      singleProvider: 'openrouter',
      seed: 7,
      applyAtOnce: true,
    },
  ],
  ['the fault switches', ['--faults'], { faults: true }],
])('parses %s', (_, args, options) => {
  const { upstreamBaseUrl: _url, upstreamApiKey: _key, ...defaults } = PLAYGROUND_DEFAULTS;
  expect(readCommandLine(args)).toEqual({ ...defaults, ...options });
});

it('shows help whatever other options there are', () => {
  expect(readCommandLine(['--port', 'x', '--help'])).toBeNull();
});

it.each([
  [['--port', '65536'], '--port'],
  [['--port', '-1'], '--port'],
  [['--port'], '--port'],
  [['--models', '0'], '--models'],
  [['--models', '1e3'], '--models'],
  [['--latency', '1.5'], '--latency'],
  [['--seed', '-1'], '--seed'],
  [['--seed', '1000000000'], '--seed'],
  [['--single-provider', 'nobody'], 'openrouter, not "nobody"'],
  [['--single-provider', ''], '--single-provider'],
  [['--apply-at-once=yes'], '--apply-at-once'],
  [['--api-key', ''], '--api-key'],
  [['--faults=yes'], '--faults'],
  [['--speed', '1'], '--speed'],
  [['start'], 'start'],
])('rejects %j', (args, words) => {
  expect(() => readCommandLine(args)).toThrow(ArgumentError);
  expect(() => readCommandLine(args)).toThrow(words);
});

it('describes every option and every provider in its help', () => {
  for (const word of ['--single-provider', '--seed', '--apply-at-once', ...CATALOGUE_PROVIDERS]) {
    expect(HELP).toContain(word);
  }
});

it('describes every fault and the upstream’s variables in its help', () => {
  for (const word of [...FAULT_NAMES, '--faults', 'UPSTREAM_BASE_URL', 'UPSTREAM_API_KEY']) {
    expect(HELP).toContain(word);
  }
});
