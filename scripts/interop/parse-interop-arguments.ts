import { parseArgs } from 'node:util';
import { INTEROP_SERVERS, type InteropServer } from './interop-servers';

/** The decision that the arguments of `npm run test:interop` lead to. */
export interface InteropArguments {
  /** Printed first; null for nothing. */
  text: string | null;
  /** The environment of the tests; null if nothing is run. */
  env: Record<string, string> | null;
  /** The test files to run; none if nothing is run. */
  specs: string[];
  /** The exit code if nothing is run. */
  exitCode: number;
}

const HELP = `Usage: npm run test:interop -- --SERVER URL [--key KEY] [--SERVER URL [--key KEY]]

Drives Steward in Chromium against real servers that run already, beside their real pages, and leaves their settings as
they were. Each --key belongs to the address before it. Use servers with a throw-away configuration: their settings are
changed for some seconds.
${INTEROP_SERVERS.map(helpOf).join('\n')}`;

function helpOf({ option, name, key, address, needs, further }: InteropServer): string {
  return `
For ${name}:
  --${option} URL   the server's origin, e.g. ${address}
  --key KEY   ${key}${further === null ? '' : `\n  --${further.option} ${further.argument}   ${further.help}`}
The server needs ${needs}.`;
}

/** A server that the arguments name. */
interface GivenServer {
  server: InteropServer;
  address: string;
  key: string | null;
}

/** Parses the arguments. Without an address, the tests are skipped, which is no failure. */
export function parseInteropArguments(args: string[]): InteropArguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return stopped(1, (error as Error).message);
  }
  const { tokens, values } = parsed;
  if (values.help === true) return { ...stopped(0, ''), text: HELP };
  const given = serversIn(tokens);
  if (given.length === 0) return stopped(0, 'Skipped: no address was given.');
  const problem = given.map(problemOf).find((text) => text !== null);
  if (problem !== undefined) return stopped(1, problem);
  const variables = given.flatMap(({ server: { env, further }, address, key }) => {
    const value = further === null ? undefined : values[further.option];
    return [
      [env.origin, new URL(address).origin],
      ...(key === null ? [] : [[env.key, key]]),
      ...(further === null || value === undefined ? [] : [[further.env, String(value)]]),
    ];
  });
  const specs = given.map(({ server }) => server.spec);
  return { text: null, env: Object.fromEntries(variables), specs, exitCode: 0 };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const names = INTEROP_SERVERS.flatMap(({ option, further }) =>
    further === null ? [option] : [option, further.option],
  );
  const { tokens, values } = parseArgs({
    args,
    tokens: true,
    options: {
      ...Object.fromEntries(names.map((name) => [name, text])),
      key: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return { tokens, values: values as Record<string, unknown> };
}

/** The servers in the order of their addresses, each with the key that follows it; a key before all is that of the first. */
function serversIn(tokens: ReturnType<typeof parse>['tokens']): GivenServer[] {
  const given: GivenServer[] = [];
  let early: string | null = null;
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    const { name, value } = token;
    const server = INTEROP_SERVERS.find(({ option }) => option === name);
    const last = given.at(-1);
    if (server !== undefined) {
      given.push({ server, address: value, key: early });
      early = null;
    } else if (name === 'key') {
      if (last === undefined) early = value;
      else last.key = value;
    }
  }
  return given;
}

function problemOf({ server, address, key }: GivenServer): string | null {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return `${address} is no http or https address.`;
  }
  return key === null && server.needsKey ? `The key is missing: ${server.key}.` : null;
}

function stopped(exitCode: number, reason: string): InteropArguments {
  return { text: `${reason}\n\n${HELP}`, env: null, specs: [], exitCode };
}
