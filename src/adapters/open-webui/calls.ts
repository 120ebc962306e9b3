import { computedCalls } from '../kit/calls';
import { openWebui } from './definition';
import { listModels } from './list-models';
import { planTool } from './plan-tool';

/** The tools of Open WebUI's list of models, and their dry run. */
export const openWebuiCalls = computedCalls(openWebui, { planTool, look: listModels });
