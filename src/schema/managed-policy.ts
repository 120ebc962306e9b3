import { z } from 'zod';
import { settingSchema } from './settings-schema';
import { siteMarkSchema } from './site';
import { EXTENSION_SETTINGS } from './values/extension-settings';
import { type ManagedPolicy, NO_POLICY } from './values/managed-policy';
import { APPROVAL_POLICIES } from './values/policy';
import type { ValueRow } from './values/setting-row';
import { CHAT_SETTINGS, CONNECTION_SETTINGS } from './values/settings';

const addresses = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/(?:\*\.)?[^/*?#@\s]+\/?$/)
      .refine((text) => URL.canParse(text.replace('://*.', '://'))),
  )
  .max(1_000);

const webAddress = z.url({ protocol: /^https?$/ });

/** Schema of those settings of a table that have a single value. Each of them is optional. */
function valuesOf(rows: Readonly<Record<string, { kind: string }>>) {
  const fields = Object.entries(rows).filter((row): row is [string, ValueRow] => row[1].kind !== 'group');
  return z.strictObject(
    Object.fromEntries(fields.map(([name, row]) => [name, settingSchema(row).exactOptional()])),
  );
}

/** Each entry of storage.managed, as an organisation writes it. docs/policy.md explains them. */
export const POLICY_ENTRIES = {
  mostPermission: z.enum(APPROVAL_POLICIES),
  askTools: z.array(z.string().min(1).max(200)).max(1_000),
  allowedPages: addresses,
  allowedEndpoints: addresses,
  settings: valuesOf(EXTENSION_SETTINGS),
  chatSettings: valuesOf(CHAT_SETTINGS),
  connectionSettings: valuesOf(CONNECTION_SETTINGS),
  endpoint: webAddress,
  retentionDays: z.int().min(1).max(3_650),
  modelCheck: z.boolean(),
  watches: z.boolean(),
  welcomePage: z.boolean(),
  sites: z
    .array(siteMarkSchema.extend({ origin: webAddress, set: siteMarkSchema.exactOptional() }))
    .max(1_000),
} as const;

/** The entries that allow nothing if they can't be used. */
const ALLOWED = ['allowedPages', 'allowedEndpoints'] as const;

/**
 * Reads the content of storage.managed. Each entry, and each setting in an entry, that can't be used is listed in `invalid` and makes
 * every chat read-only; the others apply. An invalid list of allowed addresses allows none, and so does a missing one beside an entry
 * with an unknown name, which may be that list.
 */
export function readPolicy(managed: Readonly<Record<string, unknown>>): ManagedPolicy {
  const invalid: string[] = [];
  const policy = { ...NO_POLICY, ...usableOf(POLICY_ENTRIES, managed, '', invalid), invalid };
  const isAnyUnknown = Object.keys(managed).some((name) => !Object.hasOwn(POLICY_ENTRIES, name));
  for (const name of ALLOWED) {
    if (invalid.includes(name) || (isAnyUnknown && policy[name] === null)) policy[name] = [];
  }
  if (invalid.length > 0) policy.mostPermission = 'read-only';
  return policy;
}

/** The values that fit their schemas. Adds the names of the others to `invalid`; of these, groups and lists keep what fits in them. */
function usableOf(
  schemas: Readonly<Record<string, unknown>>,
  given: object,
  prefix: string,
  invalid: string[],
): Partial<ManagedPolicy> {
  const usable: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const read = schema instanceof z.ZodType ? schema.safeParse(value) : null;
    if (read?.success === true) usable[name] = read.data;
    else if (schema instanceof z.ZodObject && value instanceof Object && !Array.isArray(value)) {
      usable[name] = usableOf(schema.shape, value, `${prefix}${name}.`, invalid);
    } else {
      invalid.push(`${prefix}${name}`);
      if (schema instanceof z.ZodArray && Array.isArray(value)) {
        usable[name] = value.filter((entry) => z.safeParse(schema.element, entry).success);
      }
    }
  }
  // Each value was read by its schema, which the compiler can't infer.
  return usable;
}
