import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, runPlaywright } from './set-up.mjs';
import { UserError } from './user-error.mjs';

const HELP = `Usage: npm run test:interop -- SERVER URL [--key KEY] [--restart COMMAND] [SERVER URL …]

Drives Steward in Chromium against real servers that run already, one after the other, beside their real pages, and leaves
their settings as they were. Use servers with a throw-away configuration: their settings are changed for some seconds. --key
and --restart belong to the server before them.

SERVER and what it needs:
  cli-proxy           CLIProxyAPI at e.g. http://127.0.0.1:8317, with /management.html; its management key;
                      a client API key, and an OAuth account or API key whose models appear in /v1/models
  llm-api-key-proxy   LLM-API-Key-Proxy with web UI at e.g. http://127.0.0.1:8000, with /ui; its PROXY_API_KEY, if it has
                      one; a provider with models in /v1/models. --restart restarts it; without it, nothing is tried that
                      holds after a restart only
  open-webui          Open WebUI at e.g. http://127.0.0.1:8080; the session token of an administrator, which a signed-in
                      page keeps as “token” in its local storage; an API key of that administrator, and a connection
                      that offers at least two models with "preview" in their ids
  new-api             new-api at e.g. http://127.0.0.1:3000; --key NAME:PASSWORD of its first user. Channels are created
                      and deleted; none of their upstreams is asked but one of the test's own. --restart restarts it. With
                      its default limit of requests, only the test of that limit passes: GLOBAL_API_RATE_LIMIT_ENABLE=false`;

const CONFIG = /** @type {const} */ ({
  options: { key: { type: 'string' }, restart: { type: 'string' } },
  allowPositionals: true,
});

/** Runs `npm run test:interop`. Without a server it runs nothing and succeeds. */
await runMain(async () => {
  const servers = serversIn(process.argv.slice(2));
  if (servers === null) return 0;
  if (servers.length === 0) console.log(`Skipped: no server was given.\n\n${HELP}`);
  let exitCode = 0;
  for (const { spec, origin, key, restart } of servers) {
    const ended = await runPlaywright(['--config', 'playwright.interop.config.ts', spec], {
      INTEROP_ORIGIN: origin,
      ...(key === undefined ? {} : { INTEROP_KEY: key }),
      ...(restart === undefined ? {} : { INTEROP_RESTART: restart }),
    });
    exitCode ||= ended;
  }
  return exitCode;
});

/**
 * The servers of the command line in their order; null if it asked for help. Throws {@link UserError} if one is unknown or has no URL.
 *
 * @param {string[]} args
 */
function serversIn(args) {
  const servers = [];
  for (let rest = args; rest.length > 0; ) {
    // A server's arguments end where the next one's two begin.
    const next = rest.findIndex((arg, index) => index > 1 && existsSync(specOf(arg)));
    const own = next === -1 ? rest : rest.slice(0, next);
    rest = next === -1 ? [] : rest.slice(next);
    const given = parseCommandLine(own, HELP, CONFIG);
    if (given === null) return null;
    const [server = '', url = '', ...more] = given.positionals;
    if (!existsSync(specOf(server))) throw new UserError(`There is no server ${server}.\n\n${HELP}`);
    if (!URL.canParse(url) || more.length > 0) {
      throw new UserError(`${server} needs one URL, such as http://127.0.0.1:3000.\n\n${HELP}`);
    }
    servers.push({ spec: specOf(server), origin: new URL(url).origin, ...given.values });
  }
  return servers;
}

/** @param {string} server */
function specOf(server) {
  return join(ROOT, 'tests', 'interop', `${server}.spec.ts`);
}
