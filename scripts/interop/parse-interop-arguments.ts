import { parseArgs } from 'node:util';

/** The decision that the arguments of `npm run test:interop` lead to. */
export interface InteropArguments {
  /** Printed first; null for nothing. */
  text: string | null;
  /** The environment of the tests; null if nothing is run. */
  env: Record<string, string> | null;
  /** The test files to run, without their folder; none if nothing is run. */
  specs: string[];
  /** The exit code if nothing is run. */
  exitCode: number;
}

const HELP = `Usage: npm run test:interop -- --cli-proxy-api URL --key KEY
       npm run test:interop -- --llm-api-key-proxy URL [--key KEY] [--restart COMMAND]

Drives Steward in Chromium against a real server that runs already, beside its real page, and leaves its rules as they were.
Both servers may be given; each --key belongs to the address before it. It needs, for CLIProxyAPI:
  --cli-proxy-api URL   the server's origin, e.g. http://127.0.0.1:8317, with /management.html
  --key KEY             its management key
and, on the server, a client API key and an OAuth account or API key whose models appear in /v1/models.
For LLM-API-Key-Proxy with web UI:
  --llm-api-key-proxy URL   the server's origin, e.g. http://127.0.0.1:8000, with /ui
  --key KEY                 its PROXY_API_KEY; left out if it has none
  --restart COMMAND         restarts it; without it, nothing is tried that holds after a restart only
and, on the server, a provider with models in /v1/models.
Use a server with a throw-away configuration: its rules are changed for some seconds.`;

interface Server {
  spec: string;
  /** Prefix of its variables in the environment of the tests. */
  prefix: string;
  keyName: string;
  needsKey: boolean;
}

const SERVERS: Readonly<Record<string, Server>> = {
  'cli-proxy-api': {
    spec: 'cli-proxy.spec.ts',
    prefix: 'INTEROP_CLI_PROXY',
    keyName: 'management key',
    needsKey: true,
  },
  'llm-api-key-proxy': {
    spec: 'llm-api-key-proxy.spec.ts',
    prefix: 'INTEROP_LLM_PROXY',
    keyName: 'proxy API key',
    needsKey: false,
  },
};

/** A server that the arguments name. */
interface GivenServer extends Server {
  address: string;
  key: string | null;
}

/** Parses the arguments. Without an address, the tests are skipped, which is no failure. */
export function parseInteropArguments(args: string[]): InteropArguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return nothing((error as Error).message, 1);
  }
  const { tokens, values } = parsed;
  if (values.help === true) return { ...nothing('', 0), text: HELP };
  const given = serversIn(tokens);
  const [first] = given;
  if (first === undefined) return nothing('Skipped: no address was given.', 0);
  const problem = given.map(problemOf).find((text) => text !== null);
  if (problem !== undefined) return nothing(problem, 1);
  const restart = values.restart === undefined ? [] : [['INTEROP_LLM_PROXY_RESTART', values.restart]];
  const variables = given.flatMap(({ prefix, address, key }) => [
    [`${prefix}_ORIGIN`, new URL(address).origin],
    ...(key === null ? [] : [[`${prefix}_KEY`, key]]),
  ]);
  return {
    text: null,
    env: Object.fromEntries([...variables, ...restart]),
    specs: given.map(({ spec }) => spec),
    exitCode: 0,
  };
}

function parse(args: string[]) {
  return parseArgs({
    args,
    tokens: true,
    options: {
      'cli-proxy-api': { type: 'string' },
      'llm-api-key-proxy': { type: 'string' },
      key: { type: 'string', multiple: true },
      restart: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** The servers in the order of their addresses, each with the key that follows it; a key before all is that of the first. */
function serversIn(tokens: ReturnType<typeof parse>['tokens']): GivenServer[] {
  const given: GivenServer[] = [];
  let early: string | null = null;
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    const server = SERVERS[token.name];
    const last = given.at(-1);
    if (server !== undefined) {
      given.push({ ...server, address: token.value, key: early });
      early = null;
    } else if (token.name === 'key') {
      if (last === undefined) early = token.value;
      else last.key = token.value;
    }
  }
  return given;
}

function problemOf({ address, key, keyName, needsKey }: GivenServer): string | null {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return `${address} is no http or https address.`;
  }
  return key === null && needsKey ? `The ${keyName} is missing.` : null;
}

function nothing(reason: string, exitCode: number): InteropArguments {
  return { text: `${reason}\n\n${HELP}`, env: null, specs: [], exitCode };
}
