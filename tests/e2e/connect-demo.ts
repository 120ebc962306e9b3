import type { TestPlayground } from '@/tests/fakes/test-playground';
import type { OpenPanel } from './fixtures';

/** Connects a panel to the playground's proxy, and chooses the demo model there. */
export async function connectDemo(
  panel: OpenPanel,
  { url, apiKey }: Pick<TestPlayground, 'url' | 'apiKey'>,
): Promise<OpenPanel> {
  await panel.connect(`${url}/v1`, apiKey);
  await panel.chooseModel('demo/assistant');
  return panel;
}
