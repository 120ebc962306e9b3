import { z } from 'zod';

const providerName = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,50}$/, 'has to be 1 to 50 letters, digits or underscores');

const apiKey = z
  .string()
  .min(1, 'can’t be empty')
  .max(500, 'can have 500 characters at most')
  .regex(/^[\x21-\x7e]*$/, 'can’t hold blanks, line breaks or letters that can’t be sent in a header');

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'has to be an http or https address' })
  .max(2000, 'can have 2000 characters at most');

/** A new key for a provider. */
export const apiKeyBody = z.object({ provider: providerName, key: apiKey });

/** A custom provider with its base URL and key. */
export const customProviderBody = z.object({ name: providerName, base_url: baseUrl, api_key: apiKey });

const batchItem = z.object({
  type: z.enum(['api_key', 'oauth']),
  provider: providerName,
  key_name: z.string().nullish(),
  filename: z.string().nullish(),
});

/** One credential of a batch. */
export type BatchItem = z.infer<typeof batchItem>;

/**
 * Credentials to delete together. By default `dry_run` is true and `confirm` is false, so that nothing is
 * deleted by accident.
 */
export const batchDeleteBody = z.object({
  items: z.array(batchItem).default([]),
  dry_run: z.boolean().default(true),
  confirm: z.boolean().default(false),
});

/** Confirms that a credential's health data is cleared. */
export const clearHealthBody = z.object({
  confirm: z.boolean().default(false),
  reason: z.string().nullish(),
});

/** Starts an OAuth sign-in. */
export const oauthStartBody = z.object({ provider: z.string(), proxy_name: z.string().nullish() });

/** Chooses the network proxy of a credential. */
export const credentialProxyBody = z.object({
  credential_slug: z.string().min(1),
  proxy_name: z.string().nullable(),
});
