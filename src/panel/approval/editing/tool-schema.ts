import { adapters } from '@/src/adapters/index';
import { type InputSchema, inputSchemaOf } from '@/src/core/tools/input-schema';
import { sendMessage } from '@/src/core/tools/send-message';

const known = new Map<string, InputSchema>();

/** The input schema of an adapter's tool, or of Steward's own that needs approval; null if this build has no such tool. */
export function toolSchema(adapterId: string, tool: string): InputSchema | null {
  const key = `${adapterId} ${tool}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const own = adapters.find(({ id }) => id === adapterId)?.tools.find(({ name }) => name === tool);
  const definition = tool === sendMessage.name ? sendMessage : own;
  if (definition === undefined) return null;
  const schema = inputSchemaOf(definition.input);
  known.set(key, schema);
  return schema;
}
