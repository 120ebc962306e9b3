import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runPlaywright } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

const HELP = `Usage: npm run test:interop -- SERVER URL [--key KEY] [--restart COMMAND]

Drives Steward in Chromium against a real server that runs already, beside its real page, and leaves its settings as they
were. Use a server with a throw-away configuration: its settings are changed for some seconds.

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
                      and deleted; none of their upstreams is asked`;

/** Runs `npm run test:interop`. Without a server it runs nothing and succeeds. */
await runMain(async () => {
  const text = { type: 'string' };
  const config = { options: { key: text, restart: text }, allowPositionals: true };
  const given = parseCommandLine(process.argv.slice(2), HELP, config);
  if (given === null) return 0;
  const [server, url] = given.positionals;
  if (server === undefined) {
    console.log(`Skipped: no server was given.\n\n${HELP}`);
    return 0;
  }
  const spec = `tests/interop/${server}.spec.ts`;
  if (!existsSync(join(ROOT, spec))) throw new UserError(`There is no server ${server}.\n\n${HELP}`);
  if (!URL.canParse(url)) throw new UserError(`The server’s URL is missing or wrong.\n\n${HELP}`);
  const { key, restart } = given.values;
  return runPlaywright(['--config', 'playwright.interop.config.ts', spec], {
    INTEROP_ORIGIN: new URL(url).origin,
    INTEROP_KEY: key,
    INTEROP_RESTART: restart,
  });
});
