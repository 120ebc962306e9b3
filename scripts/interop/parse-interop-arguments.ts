import { parseArgs } from 'node:util';

/** The decision that the arguments of `npm run test:interop` lead to. */
export interface InteropArguments {
  /** Printed first; null for nothing. */
  text: string | null;
  /** The environment of the tests; null if nothing is run. */
  env: Record<string, string> | null;
  /** The exit code if nothing is run. */
  exitCode: number;
}

const HELP = `Usage: npm run test:interop -- --cli-proxy-api URL --key KEY

Drives Steward in Chromium against a real server that runs already, beside its real page, and leaves its rules as they were.
It needs, for CLIProxyAPI:
  --cli-proxy-api URL   the server's origin, e.g. http://127.0.0.1:8317, with /management.html
  --key KEY             its management key
and, on the server, a client API key and an OAuth account or API key whose models appear in /v1/models.
Use a server with a throw-away configuration: its rules are changed for some seconds.`;

/** Parses the arguments. Without an address, the tests are skipped, which is no failure. */
export function parseInteropArguments(args: string[]): InteropArguments {
  let values: { 'cli-proxy-api'?: string; key?: string; help?: boolean };
  try {
    values = parseArgs({
      args,
      options: {
        'cli-proxy-api': { type: 'string' },
        key: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    return { text: `${(error as Error).message}\n\n${HELP}`, env: null, exitCode: 1 };
  }
  const { 'cli-proxy-api': address, key, help } = values;
  if (help === true) return { text: HELP, env: null, exitCode: 0 };
  if (address === undefined) {
    return { text: `Skipped: no address was given.\n\n${HELP}`, env: null, exitCode: 0 };
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return { text: `${address} is no http or https address.\n\n${HELP}`, env: null, exitCode: 1 };
  }
  if (key === undefined) return { text: `The management key is missing.\n\n${HELP}`, env: null, exitCode: 1 };
  return {
    text: null,
    env: { INTEROP_CLI_PROXY_ORIGIN: new URL(address).origin, INTEROP_CLI_PROXY_KEY: key },
    exitCode: 0,
  };
}
