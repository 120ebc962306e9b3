import { toolRunner } from '../kit/calls';
import { computeCallOf } from '../kit/computed-tool';
import type { AnyPageContext } from './any-page-context';
import { anyPageTools } from './tools';

export const anyPageRunner = toolRunner<AnyPageContext, never>('any-page', {
  computeCall: computeCallOf(anyPageTools),
});
