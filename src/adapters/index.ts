import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { modelFilter } from './model-filter/definition';

/** Every adapter of this build, in the order in which pages are tried. */
export const adapters: readonly AdapterDefinition[] = [modelFilter];
