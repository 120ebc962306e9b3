import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';
import { INTEROP_SERVERS, type InteropServer } from './interop-servers';

/** The test files that `npm run test:interop` runs, and their environment. */
export interface InteropRun {
  env: Record<string, string>;
  specs: string[];
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

/**
 * Parses the arguments. Null if nothing is run: for the help, and without an address, which skips the tests and is no failure.
 * Throws {@link UserError} for invalid arguments.
 */
export function parseInteropArguments(args: string[]): InteropRun | null {
  const text = { type: 'string' } as const;
  const further = INTEROP_SERVERS.flatMap((server) => server.further ?? []);
  const names = [...INTEROP_SERVERS, ...further].map(({ option }) => [option, text]);
  const options = { key: { ...text, multiple: true }, ...Object.fromEntries(names) };
  const parsed = parseCommandLine(args, HELP, { options, tokens: true });
  if (parsed === null) return null;
  const values: Readonly<Record<string, unknown>> = parsed.values;
  const given = serversIn(parsed.tokens);
  if (given.length === 0) {
    console.log(`Skipped: no address was given.\n\n${HELP}`);
    return null;
  }
  const problem = given.map(problemOf).find((found) => found !== null);
  if (problem !== undefined) throw new UserError(`${problem}\n\n${HELP}`);
  const variables = given.flatMap(({ server: { env, further }, address, key }) => {
    const value = further === null ? undefined : values[further.option];
    return [
      [env.origin, new URL(address).origin],
      ...(key === null ? [] : [[env.key, key]]),
      ...(further === null || value === undefined ? [] : [[further.env, String(value)]]),
    ];
  });
  return { env: Object.fromEntries(variables), specs: given.map(({ server }) => server.spec) };
}

/** The servers in the order of their addresses, each with the key that follows it; a key before all is that of the first. */
function serversIn(
  tokens: readonly { kind: string; name?: string; value?: string | undefined }[],
): GivenServer[] {
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
