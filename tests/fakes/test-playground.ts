import { type FilterPlayground, withFilterPlayground } from './filter-playground';

/** A playground of a test's own, in either browser. */
export type TestPlayground = FilterPlayground & { apiKey: string };

/** What the saved rules look like before anybody touched them; a comment and a line of somebody else must survive. */
export const ENV_FILE = '# The proxy of the tests\nOPENAI_API_BASE=http://127.0.0.1:9\n';

/** Starts a real playground on a free port that wants a key, lends it to `use`, and leaves nothing behind. */
export function withTestPlayground(use: (playground: TestPlayground) => Promise<void>): Promise<void> {
  const apiKey = `test-${crypto.randomUUID()}`;
  const options = { models: 400, latencyMs: 5, apiKey, envText: ENV_FILE };
  return withFilterPlayground(options, (playground) => use({ ...playground, apiKey }));
}
