import type { BenchSuite } from '../bench-row';
import { answerDelayRows } from './answer-delay';
import { openingRows } from './opening-chats';
import { streamingRows } from './streaming';

/** Measurements on the real panel, in the browser that set-up finds. */
export const panelSuite: BenchSuite = {
  name: 'panel',
  run: async () => [...(await streamingRows()), ...(await openingRows()), ...(await answerDelayRows())],
};
