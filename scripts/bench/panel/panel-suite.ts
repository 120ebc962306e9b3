import type { BenchSuite } from '../bench-row';
import { answerDelayRows } from './answer-delay';

/** Measurements on the real panel, in the browser that set-up finds. */
export const panelSuite: BenchSuite = {
  name: 'panel',
  run: answerDelayRows,
};
