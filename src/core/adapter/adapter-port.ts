import type { AdapterDefinition } from './adapter-definition';
/** The adapters that this build knows. */
export interface AdapterPort {
  /** Throws `page-unknown` if there is none of this id. */
  definitionOf(adapterId: string): AdapterDefinition;
}
