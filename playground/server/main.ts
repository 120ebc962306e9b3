import { ArgumentError, type CommandLine, HELP, readCommandLine } from './command-line';
import { EnvFileError } from './env-file';
import { ListenError } from './serve-app';
import { PLAYGROUND_DEFAULTS } from './start-playground';
import { startPlaygrounds } from './start-playgrounds';
import { UpstreamSettingsError } from './upstream/upstream-settings';

const FAILED = 1;
const MISUSED = 2;
const FORESEEN = [ListenError, EnvFileError, UpstreamSettingsError];
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options === null) process.stdout.write(HELP);
  else await run(options);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(`${error.message} Run it with --help to see what it takes.`);
  process.exitCode = MISUSED;
}

async function run({ proxies, ...options }: CommandLine): Promise<void> {
  const { host, apiKey } = { ...PLAYGROUND_DEFAULTS, ...options };
  try {
    const playgrounds = await startPlaygrounds(proxies, {
      ...options,
      upstreamBaseUrl: readVariable('UPSTREAM_BASE_URL'),
      upstreamApiKey: readVariable('UPSTREAM_API_KEY'),
    });
    const stop = async () => {
      for (const playground of playgrounds) await playground.close();
      process.exit(0);
    };
    // A terminal and the parent process may both send the signal: the second one must not kill the process while it
    // stops.
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    for (const { url } of playgrounds) console.log(`Steward playground listening on ${url}`);
  } catch (error) {
    if (!FORESEEN.some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = FAILED;
    return;
  }
  if (apiKey === null && !LOOPBACK.includes(host)) {
    console.error('Others on the network can change the rules: no --api-key is set.');
  }
}

/** An environment variable; null if it is unset or empty. */
function readVariable(name: string): string | null {
  const value = process.env[name];
  return value === undefined || value === '' ? null : value;
}
