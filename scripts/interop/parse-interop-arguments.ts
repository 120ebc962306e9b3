import { parseArgs } from 'node:util';
import { INTEROP_SERVERS, type InteropServer } from './interop-servers';

/** The tests of one server, with their environment. */
export interface InteropRun {
  spec: string;
  env: Record<string, string>;
}

/** The decision that the arguments of `npm run test:interop` lead to. */
export interface InteropArguments {
  /** Printed first; null for nothing. */
  text: string | null;
  /** Null if nothing is run. */
  run: InteropRun | null;
  /** The exit code if nothing is run. */
  exitCode: number;
}

const HELP = `Usage: npm run test:interop -- --SERVER URL --key KEY

Drives Steward in Chromium against a real server that runs already, beside its real page, and leaves its settings as they
were. Use a server with a throw-away configuration: its settings are changed for some seconds.
${INTEROP_SERVERS.map(helpOf).join('\n')}`;

function helpOf({ option, name, key, address, needs }: InteropServer): string {
  return `
For ${name}:
  --${option} URL   the server's origin, e.g. ${address}
  --key KEY   ${key}
The server needs ${needs}.`;
}

/** Parses the arguments. Without an address, the tests are skipped, which is no failure. */
export function parseInteropArguments(args: string[]): InteropArguments {
  const text = { type: 'string' } as const;
  let values: Record<string, string | boolean | undefined>;
  try {
    const addresses = Object.fromEntries(INTEROP_SERVERS.map(({ option }) => [option, text]));
    const options = { ...addresses, key: text, help: { type: 'boolean', short: 'h' } } as const;
    values = parseArgs({ args, options }).values;
  } catch (error) {
    return stopped(1, (error as Error).message);
  }
  if (values.help === true) return { text: HELP, run: null, exitCode: 0 };
  const given = INTEROP_SERVERS.filter(({ option }) => values[option] !== undefined);
  const [server] = given;
  if (server === undefined) return stopped(0, 'Skipped: no address was given.');
  if (given.length > 1) return stopped(1, 'Give the address of one server at a time.');
  const address = String(values[server.option]);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return stopped(1, `${address} is no http or https address.`);
  }
  const { key } = values;
  if (typeof key !== 'string') return stopped(1, `The key is missing: ${server.key}.`);
  const env = { [server.env.origin]: new URL(address).origin, [server.env.key]: key };
  return { text: null, run: { spec: server.spec, env }, exitCode: 0 };
}

function stopped(exitCode: number, reason: string): InteropArguments {
  return { text: `${reason}\n\n${HELP}`, run: null, exitCode };
}
