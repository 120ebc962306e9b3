import { type FilterPlayground, withFilterPlayground } from './filter-playground';

/** A playground with a key, for end-to-end tests in either browser. */
export type TestPlayground = FilterPlayground & { apiKey: string };

/** The initial rules file; saving must keep the comment and the unrelated line. */
export const ENV_FILE = '# The proxy of the tests\nOPENAI_API_BASE=http://127.0.0.1:9\n';

/** Starts a real playground with a key on a free port, passes it to `use`, and removes it afterwards. */
export function withTestPlayground(use: (playground: TestPlayground) => Promise<void>): Promise<void> {
  const apiKey = `test-${crypto.randomUUID()}`;
  const options = { models: 400, latencyMs: 5, apiKey, envText: ENV_FILE };
  return withFilterPlayground(options, (playground) => use({ ...playground, apiKey }));
}
