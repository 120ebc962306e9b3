import { fileURLToPath } from 'node:url';
import { composeDemoReply } from '../demo-model/compose-demo-reply';
import { createApp } from './app';
import { createCatalogue, DEFAULT_MODEL_COUNT } from './catalogue';
import { createEnvFile } from './env-file';
import { readFilters } from './saved-rules';
import { type RunningServer, serveApp } from './serve-app';
import { createUpstream } from './upstream/upstream';
import { readUpstreamSettings } from './upstream/upstream-settings';

/** Options of a playground. Defaults are in {@link PLAYGROUND_DEFAULTS}. */
export interface PlaygroundOptions {
  /** The .env file with the saved rules; created by the first save. */
  envFile?: string;
  /** 0 chooses a free port. */
  port?: number;
  host?: string;
  /** Number of models in the catalogue. */
  models?: number;
  /** Seed of the invented names in large catalogues; see {@link createCatalogue}. */
  seed?: number;
  /** The only provider in the catalogue; null for all. */
  singleProvider?: string | null;
  /** True if saved rules take effect at once. The real proxy reads its file only when it starts. */
  applyAtOnce?: boolean;
  /** Pause between two chunks of a stream, in milliseconds. */
  latencyMs?: number;
  /** The Bearer token that clients must send; null accepts every request. */
  apiKey?: string | null;
  /**
   * The base URL of a real OpenAI-compatible endpoint for all models except the demo model; null for none.
   */
  upstreamBaseUrl?: string | null;
  /** The Bearer token for the upstream; null sends none. */
  upstreamApiKey?: string | null;
  /** True if clients may inject faults, for tests. */
  faults?: boolean;
}

/** The defaults of {@link PlaygroundOptions}. */
export const PLAYGROUND_DEFAULTS = {
  envFile: 'playground.env',
  port: 8787,
  host: '127.0.0.1',
  models: DEFAULT_MODEL_COUNT,
  seed: 1,
  singleProvider: null,
  applyAtOnce: false,
  latencyMs: 15,
  apiKey: null,
  upstreamBaseUrl: null,
  upstreamApiKey: null,
  faults: false,
} as const satisfies Required<PlaygroundOptions>;

/** Target of the fault `redirect`: the discard port, at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9/';

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Starts a playground in this process. Rejects with ListenError if it cannot listen on the port, with EnvFileError if
 * the file cannot be read, and with UpstreamSettingsError if the upstream's URL or key is invalid.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<RunningServer> {
  const settings = { ...PLAYGROUND_DEFAULTS, ...options };
  const upstream = readUpstreamSettings(settings.upstreamBaseUrl, settings.upstreamApiKey);
  const envFile = createEnvFile(settings.envFile);
  const rulesAtStart = readFilters(await envFile.read());
  const { singleProvider: provider } = settings;
  const app = createApp({
    catalogue: createCatalogue({
      seed: settings.seed,
      size: settings.models,
      ...(provider === null ? {} : { provider }),
    }),
    envFile,
    rulesAtStart: settings.applyAtOnce ? null : rulesAtStart,
    composeReply: composeDemoReply,
    latencyMs: settings.latencyMs,
    apiKey: settings.apiKey,
    pageFolder: PAGE_FOLDER,
    upstream: upstream === null ? null : createUpstream(upstream),
    faults: settings.faults ? { redirectUrl: NOWHERE } : null,
  });
  return serveApp(app, settings);
}
