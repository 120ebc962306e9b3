import { z } from 'zod';
import { POLICY_ENTRIES } from '../src/schema/managed-policy';

/** A JSON schema, as far as Chrome reads it for storage.managed. */
interface ManagedSchema {
  type: string;
  properties?: Record<string, ManagedSchema>;
  items?: ManagedSchema;
}

/**
 * The schema of storage.managed, public/policy-schema.json. It has types only: Chrome leaves out a value that doesn't fit its schema, and
 * Steward then couldn't say that the policy has it.
 */
export function policySchema(): ManagedSchema {
  return typesOf(z.toJSONSchema(z.object(POLICY_ENTRIES)));
}

function typesOf(schema: z.core.JSONSchema.JSONSchema): ManagedSchema {
  const types = [schema.type, ...(schema.anyOf ?? []).map((one) => Object(one).type)].flat();
  const type = types.find((one) => one !== undefined && one !== 'null');
  if (typeof type !== 'string') throw new Error(`No type in ${JSON.stringify(schema)}`);
  const properties = Object.entries(schema.properties ?? {});
  return {
    type,
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, one]) => [name, typesOf(Object(one))])),
    }),
    ...(schema.items !== undefined && { items: typesOf(Object(schema.items)) }),
  };
}
