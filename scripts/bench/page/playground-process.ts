import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A playground in a separate process, so that its work isn't measured as the page's. */
export interface PlaygroundProcess {
  url: string;
  apiKey: string;
  close(): Promise<void>;
}

/**
 * Starts a playground on a free port with this many models of one provider, openrouter. `rules` are its saved
 * ignore rules.
 */
export async function startPlaygroundProcess(
  models: number,
  rules: readonly string[],
): Promise<PlaygroundProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const envFile = join(folder, 'playground.env');
  writeFileSync(envFile, `IGNORE_MODELS_OPENROUTER='${rules.join(',')}'\n`);
  const apiKey = crypto.randomUUID();
  const catalogue = ['--models', String(models), '--single-provider', 'openrouter'];
  const server = ['--port', '0', '--env-file', envFile, '--api-key', apiKey];
  const child = spawn(process.execPath, ['--', 'scripts/playground.mjs', ...server, ...catalogue], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let printed = '';
  child.stdout.setEncoding('utf8');
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (text: string) => {
      printed += text;
      const [, url] = /listening on (http:\S+)\n/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([listening, ended.then(() => null)]);
  if (url !== null) return { url, apiKey, close };
  await close();
  throw new Error(`The playground ended without listening: ${printed}`);
}
