import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTEROP_SERVERS } from '@/scripts/interop/interop-servers';
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
    [
      'no key fails',
      ['--cli-proxy-api', 'http://127.0.0.1:8317'],
      1,
      'The key is missing: its management key.',
    ],
    [
      'two servers at once fail',
      ['--cli-proxy-api', 'http://127.0.0.1:8317', '--open-webui', 'http://127.0.0.1:8080', '--key', 'k'],
      1,
      'one server at a time',
    ],
  ])('%s', (_, args, exitCode, text) => {
    expect(parseInteropArguments(args)).toEqual({ text: expect.stringContaining(text), run: null, exitCode });
  });

  it.each([
    ['cli-proxy-api', 'cli-proxy', 'CLI_PROXY'],
    ['open-webui', 'open-webui', 'OPEN_WEBUI'],
  ])('--%s and a key run the tests of that server alone', (option, spec, name) => {
    const args = [`--${option}`, 'http://127.0.0.1:8317/a/page', '--key', 'k'];
    expect(parseInteropArguments(args)).toEqual({
      text: null,
      run: {
        spec: `tests/interop/${spec}.spec.ts`,
        env: { [`INTEROP_${name}_ORIGIN`]: 'http://127.0.0.1:8317', [`INTEROP_${name}_KEY`]: 'k' },
      },
      exitCode: 0,
    });
  });

  it('each server has tests, and is in the help', () => {
    const { text } = parseInteropArguments(['--help']);
    for (const { spec, option, name } of INTEROP_SERVERS) {
      expect(existsSync(spec)).toBe(true);
      expect(text).toContain(`For ${name}:\n  --${option} URL`);
    }
  });
});
