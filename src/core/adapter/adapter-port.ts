import type { AdapterDefinition } from './adapter-definition';
/** The adapters in this build. */
export interface AdapterPort {
  /** Throws `page-unknown` if there is no adapter with this id. */
  definitionOf(adapterId: string): AdapterDefinition;
}
