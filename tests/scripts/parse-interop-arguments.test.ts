import { describe, expect, it } from 'vitest';
import { parseInteropArguments } from '@/scripts/interop/parse-interop-arguments';

describe('the arguments of npm run test:interop', () => {
  it.each<[string, string[], number, string]>([
    ['nothing is skipped, and says what it needs', [], 0, 'Skipped: no address was given.'],
    ['help shows what it needs', ['--help'], 0, 'Usage:'],
    ['an unknown option fails', ['--port', '1'], 1, '--port'],
    [
      'no web address fails',
      ['--cli-proxy-api', '127.0.0.1:8317', '--key', 'k'],
      1,
      'no http or https address',
    ],
    ['no key fails', ['--cli-proxy-api', 'http://127.0.0.1:8317'], 1, 'management key is missing'],
  ])('%s', (_, args, exitCode, text) => {
    expect(parseInteropArguments(args)).toEqual({ text: expect.stringContaining(text), env: null, exitCode });
  });

  it('an address and a key run the tests there', () => {
    expect(
      parseInteropArguments(['--cli-proxy-api', 'http://127.0.0.1:8317/management.html', '--key', 'k']),
    ).toEqual({
      text: null,
      env: { INTEROP_CLI_PROXY_ORIGIN: 'http://127.0.0.1:8317', INTEROP_CLI_PROXY_KEY: 'k' },
      exitCode: 0,
    });
  });
});
