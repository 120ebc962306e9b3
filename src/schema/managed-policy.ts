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
  sites: z.array(siteMarkSchema.extend({ origin: webAddress })).max(1_000),
} as const;

/** The values that replace invalid entries. Any other invalid entry counts as missing. */
const STRICTEST: Partial<ManagedPolicy> = { allowedPages: [], allowedEndpoints: [] };

/**
 * Reads the content of storage.managed. Any invalid entry is listed in `invalid` and makes every chat read-only; an invalid list of
 * allowed addresses also counts as empty.
 */
export function readPolicy(managed: Readonly<Record<string, unknown>>): ManagedPolicy {
  const policy: Record<string, unknown> = { ...NO_POLICY };
  const invalid: string[] = [];
  for (const [name, value] of Object.entries(managed)) {
    const schema = Object.hasOwn(POLICY_ENTRIES, name)
      ? POLICY_ENTRIES[name as keyof typeof POLICY_ENTRIES]
      : undefined;
    const read = schema?.safeParse(value);
    if (read?.success === true) policy[name] = read.data;
    else {
      invalid.push(name);
      if (Object.hasOwn(STRICTEST, name)) policy[name] = STRICTEST[name as keyof ManagedPolicy];
    }
  }
  if (invalid.length > 0) policy.mostPermission = 'read-only';
  // Each entry was read by its schema, which the compiler can't infer.
  return { ...policy, invalid } as unknown as ManagedPolicy;
}
