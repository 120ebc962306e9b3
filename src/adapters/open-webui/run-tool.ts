import { plannedToolRunner } from '../kit/planned-tool-runner';
import { openWebui } from './definition';
import { listModels } from './list-models';

/** The tools of Open WebUI's list of models. */
export const openWebuiTools = plannedToolRunner(openWebui, listModels);
