import { describe, expect, it } from 'vitest';
import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { withoutSecretPatterns } from '@/src/core/secrets/secret-patterns';
import { KEYS_OF_SERVICES } from '@/tests/fakes/keys-of-services';

const MARK = '‹key›';
const redacted = (text: string) => withoutSecretPatterns(text, MARK);

describe.each(Object.entries(KEYS_OF_SERVICES))('a key of %s', (_, key) => {
  it('is removed from a text, and nothing beside it', () => {
    expect(redacted(`It is ${key}.`)).toBe(`It is ${MARK}.`);
    expect(redacted(`"${key}"; next`)).toBe(`"${MARK}"; next`);
  });

  it('looks like one as a value', () => expect(looksLikeKey(key)).toBe(true));
});

const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj';
it.each([
  ['with its end', `-----BEGIN RSA PRIVATE KEY-----\n${BODY}\n${BODY}==\n-----END RSA PRIVATE KEY-----`],
  [
    'encrypted',
    `-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${BODY}\n-----END EC PRIVATE KEY-----`,
  ],
  ['on one line', `-----BEGIN PRIVATE KEY----- ${BODY} ${BODY} -----END PRIVATE KEY-----`],
  ['cut off', `-----BEGIN OPENSSH PRIVATE KEY-----\n${BODY}\n${BODY}`],
  ['escaped', `-----BEGIN PRIVATE KEY-----\\n${BODY}\\n-----END PRIVATE KEY-----`],
])('a private key %s is removed whole', (_, key) =>
  expect(redacted(`Key: ${key} end`)).toBe(`Key: ${MARK} end`),
);

it.each([
  'sk-learn and scikit, pk_users_organization_id, hf_hub_download_dataset, npm_config_registry_url',
  'xai-grok-4-fast-reasoning, pplx-70b-online-chat, gpt-4o-mini-2024-07-18, claude-sonnet-4-5-20250929',
  'A private key begins with -----BEGIN PRIVATE KEY----- and is secret.',
  'task-force-of-the-department, risk-assessment-template-2026',
  'keyboard=qwertz, page=3',
  'secret_manager_configuration_name, key_management_service_enabled, key-value-store-configuration, fc-online-schedule',
  'sk_test_configuration_of_a_team, EAAccountAdministratorSettings, BSAssociationOfMembers, main.0f1e2d3c4b5a69780f1e2d3c4b5a6978.js',
])('the text %s stays as it is', (text) => expect(redacted(text)).toBe(text));

/** Steps of a fake clock would not show it, so the work is compared with that of half the text. */
it('a long text takes work in proportion to its length', () => {
  const time = (length: number) => {
    const text = 'a'.repeat(length);
    const from = performance.now();
    for (let round = 0; round < 5; round += 1) looksLikeKey(text);
    return performance.now() - from;
  };
  time(50_000);
  expect(time(400_000)).toBeLessThan(Math.max(200, 40 * time(50_000)));
});
