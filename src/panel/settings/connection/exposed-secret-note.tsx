import { TriangleAlert } from 'lucide-react';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import './connection.css';
import { isThisMachine, readAddress } from '@/src/core/llm/endpoint-address';
import { HIDDEN_PART, secretSegments } from '@/src/core/secrets/secret-address';
import type { Connection } from '@/src/schema/connection';
import { type ConnectionFormState, keepsStoredKey } from './connection-form-state';

/** Not in the catalogue: the same in every language. */
const HTTP = 'http://';
const HTTPS = 'https://';

/** Warns that a secret would be sent unencrypted to this host; renders nothing for null. */
export function ExposedSecret({ host }: { host: string | null }) {
  return (
    host !== null && (
      <p className="exposed-secret" role="status">
        <TriangleAlert className="icon" />
        <span>
          <TextWithElements
            text="connection.form.unencrypted"
            elements={{ http: <code>{HTTP}</code>, host: <code>{host}</code>, https: <code>{HTTPS}</code> }}
          />
        </span>
      </p>
    )
  );
}

/**
 * The host that would receive a secret of the connection without encryption; null if none would. Every extra header counts as a secret,
 * since it may contain one.
 */
export function hostOfExposedSecret(form: ConnectionFormState, connection: Connection | null): string | null {
  const text = readAddress(form.baseUrl);
  const host = unencryptedHost(text);
  if (host === null) return null;
  const isSecret =
    form.key.trim() !== '' ||
    keepsStoredKey(form, connection) ||
    form.userName + form.password !== '' ||
    form.headers.some(({ value, isStored }) => value.trim() !== '' || isStored) ||
    text.includes(HIDDEN_PART) ||
    secretSegments(text).length > 0;
  return isSecret ? host : null;
}

/** The host of an `http://` address on another machine; null for any other address. */
export function unencryptedHost(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, host } = new URL(address);
  return protocol !== 'http:' || isThisMachine(hostname) ? null : host;
}
