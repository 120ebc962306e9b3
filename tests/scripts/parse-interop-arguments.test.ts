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
    expect(parseInteropArguments(args)).toEqual({
      text: expect.stringContaining(text),
      env: null,
      specs: [],
      exitCode,
    });
  });

  it('an address and a key run the tests there', () => {
    expect(
      parseInteropArguments(['--cli-proxy-api', 'http://127.0.0.1:8317/management.html', '--key', 'k']),
    ).toEqual({
      text: null,
      env: { INTEROP_CLI_PROXY_ORIGIN: 'http://127.0.0.1:8317', INTEROP_CLI_PROXY_KEY: 'k' },
      specs: ['cli-proxy.spec.ts'],
      exitCode: 0,
    });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['an open proxy needs no key', ['--llm-api-key-proxy', 'http://127.0.0.1:8000/ui'], {}],
    [
      'a key may come before the only address',
      ['--key', 'k', '--llm-api-key-proxy', 'http://127.0.0.1:8000'],
      { INTEROP_LLM_PROXY_KEY: 'k' },
    ],
    [
      'a command restarts it',
      ['--llm-api-key-proxy', 'http://127.0.0.1:8000', '--restart', 'docker restart proxy'],
      { INTEROP_LLM_PROXY_RESTART: 'docker restart proxy' },
    ],
  ])('%s', (_, args, env) => {
    expect(parseInteropArguments(args)).toEqual({
      text: null,
      env: { INTEROP_LLM_PROXY_ORIGIN: 'http://127.0.0.1:8000', ...env },
      specs: ['llm-api-key-proxy.spec.ts'],
      exitCode: 0,
    });
  });

  it('both servers have the key that follows their address', () => {
    const llm = ['--llm-api-key-proxy', 'http://127.0.0.1:8000'];
    const cli = ['--cli-proxy-api', 'http://127.0.0.1:8317', '--key', 'c'];
    expect(parseInteropArguments([...llm, '--key', 'l', ...cli])).toMatchObject({
      env: {
        INTEROP_LLM_PROXY_ORIGIN: 'http://127.0.0.1:8000',
        INTEROP_LLM_PROXY_KEY: 'l',
        INTEROP_CLI_PROXY_ORIGIN: 'http://127.0.0.1:8317',
        INTEROP_CLI_PROXY_KEY: 'c',
      },
      specs: ['llm-api-key-proxy.spec.ts', 'cli-proxy.spec.ts'],
    });
    expect(parseInteropArguments([...llm, ...cli]).env).not.toHaveProperty('INTEROP_LLM_PROXY_KEY');
  });
});
