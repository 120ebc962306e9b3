import { toolRunner } from '../kit/calls';
import { planToolOf } from '../kit/computed-tool';
import type { AnyPageContext } from './any-page-context';
import { anyPageTools } from './tools';

export const anyPageRunner = toolRunner<AnyPageContext, never>('any-page', {
  planTool: planToolOf(anyPageTools),
});
