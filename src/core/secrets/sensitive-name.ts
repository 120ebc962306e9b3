/**
 * Sensitivity of a value by its field's name: `open`; `token`: texts are secret (counts may have such names
 * too); `secret`: any value is secret.
 */
export type Sensitivity = 'open' | 'token' | 'secret';

const SECRET_NAMES =
  /accesskey|apikey|authorization|cookie|credential|encryptionkey|masterkey|passphrase|passwd|password|privatekey|secret|signingkey|subscriptionkey/;
const SECRET_WORDS = ['auth', 'bearer', 'jwt', 'pwd'];
const TOKEN_WORDS = ['token', 'tokens'];

/** Names that are sensitive only in an address. */
const ADDRESS_WORDS = ['code', 'key', 'sid', 'sig', 'signature'];

/** Accepts any spelling: `apiKey`, `api_key`, `X-API-KEY`, `APIKEY`. */
export function sensitivityOf(name: string): Sensitivity {
  const words = wordsOf(name);
  if (SECRET_NAMES.test(words.join('')) || words.some((word) => SECRET_WORDS.includes(word))) return 'secret';
  return words.some((word) => TOKEN_WORDS.includes(word)) ? 'token' : 'open';
}

/** True if the value of an address parameter may be a secret. */
export function isSensitiveParameter(name: string): boolean {
  return sensitivityOf(name) !== 'open' || wordsOf(name).some((word) => ADDRESS_WORDS.includes(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
