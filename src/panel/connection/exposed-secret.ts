import { HIDDEN_PART, secretSegments } from '@/src/core/secrets/secret-address';
import type { Connection } from '@/src/store/db';
import { type ConnectionFormState, keepsStoredSecrets } from './connection-form-state';

/**
 * The host that would get a secret over an unencrypted connection; null if none does. Unencrypted means `http://` to
 * another machine. Every extra header counts as secret, since the form can't know its content.
 */
export function hostOfExposedSecret(form: ConnectionFormState, connection: Connection | null): string | null {
  const text = form.baseUrl.trim();
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, host, username, password } = new URL(text);
  if (protocol !== 'http:' || isThisMachine(hostname)) return null;
  const keepsKey = connection?.hasKey === true && keepsStoredSecrets(form, connection) && !form.removesKey;
  const isSecret =
    form.key.trim() !== '' ||
    keepsKey ||
    username + password !== '' ||
    form.headers.some(({ value, isStored }) => value.trim() !== '' || isStored) ||
    text.includes(HIDDEN_PART) ||
    secretSegments(text).length > 0;
  return isSecret ? host : null;
}

function isThisMachine(hostname: string): boolean {
  // Browsers resolve all subdomains of localhost to this machine, and normalize IP addresses to their shortest form.
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(
    hostname,
  );
}
