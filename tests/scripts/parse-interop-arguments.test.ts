import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { INTEROP_SERVERS } from '@/scripts/interop/interop-servers';
import { parseInteropArguments } from '@/scripts/interop/parse-interop-arguments';

describe('the arguments of npm run test:interop', () => {
  it.each([
    ['nothing is skipped, and says what it needs', [], 'Skipped: no address was given.'],
    ['help shows what it needs', ['--help'], 'Usage:'],
  ])('%s', (_, args, text) => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    expect(parseInteropArguments(args)).toBeNull();
    expect(print).toHaveBeenCalledWith(expect.stringContaining(text));
  });

  it.each([
    ['an unknown option fails', ['--port', '1'], '--port'],
    ['no web address fails', ['--cli-proxy-api', '127.0.0.1:8317', '--key', 'k'], 'no http or https address'],
    ['no key fails', ['--cli-proxy-api', 'http://127.0.0.1:8317'], 'The key is missing: its management key.'],
  ])('%s', (_, args, text) => {
    expect(() => parseInteropArguments(args)).toThrow(text);
  });

  it('an address and a key run the tests there', () => {
    expect(
      parseInteropArguments(['--cli-proxy-api', 'http://127.0.0.1:8317/management.html', '--key', 'k']),
    ).toEqual({
      env: { INTEROP_CLI_PROXY_ORIGIN: 'http://127.0.0.1:8317', INTEROP_CLI_PROXY_KEY: 'k' },
      specs: ['tests/interop/cli-proxy.spec.ts'],
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
      env: { INTEROP_LLM_PROXY_ORIGIN: 'http://127.0.0.1:8000', ...env },
      specs: ['tests/interop/llm-api-key-proxy.spec.ts'],
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
      specs: ['tests/interop/llm-api-key-proxy.spec.ts', 'tests/interop/cli-proxy.spec.ts'],
    });
    expect(parseInteropArguments([...llm, ...cli])?.env).not.toHaveProperty('INTEROP_LLM_PROXY_KEY');
  });

  it('each server has tests, and is in the help', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    parseInteropArguments(['--help']);
    const text = print.mock.lastCall?.[0];
    for (const { spec, option, name } of INTEROP_SERVERS) {
      expect(existsSync(spec)).toBe(true);
      expect(text).toContain(`For ${name}:\n  --${option} URL`);
    }
  });
});
