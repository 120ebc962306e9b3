import type { BenchRow } from '../bench-row';
import { checkpointSizeRows } from './checkpoint-size';
import { contextSizeRows } from './context-size';
import { contextSpeedRows } from './context-speed';
import { hostileInputSpeedRows } from './hostile-input-speed';
import { hugeContextSpeedRows } from './huge-context-speed';
import { importPreviewSpeedRows } from './import-preview-speed';
import { rollbackSpeedRows } from './rollback-speed';

/** All measurements without a browser. */
export async function coreRows(): Promise<BenchRow[]> {
  return [
    ...(await contextSpeedRows()),
    ...(await hugeContextSpeedRows()),
    ...(await hostileInputSpeedRows()),
    ...(await importPreviewSpeedRows()),
    ...contextSizeRows(),
    ...(await rollbackSpeedRows()),
    ...(await checkpointSizeRows()),
  ];
}
