import { modelFilterTools } from './model-filter/run-tool';
import type { ToolRunner } from './tool-runner';

/** The tools of every adapter that run in the background; those of other adapters run in their page halves. */
export const toolRunners: readonly ToolRunner[] = [modelFilterTools];
