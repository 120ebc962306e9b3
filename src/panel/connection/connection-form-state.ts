import { StewardError } from '@/src/core/errors';
import { MAX_WAIT_MS, MIN_WAIT_MS } from '@/src/core/llm/endpoint-waits';
import type { EndpointWaits } from '@/src/core/records/endpoint';
import { shownAddress } from '@/src/core/secrets/secret-address';
import type { CommandOf } from '@/src/messages/commands';
import type { Connection } from '@/src/store/db';
import { i18n } from '@/src/texts/i18n';

/** One extra header in the form. */
export interface HeaderRow {
  /** Identifies the row in the form; not saved. */
  rowId: string;
  name: string;
  /** The typed value; a stored one is never loaded. */
  value: string;
  /** True if a value is stored under this name; an empty field keeps it. */
  isStored: boolean;
}

/** The state of the connection form. */
export interface ConnectionFormState {
  baseUrl: string;
  label: string;
  /** The typed key; the stored one is never loaded. */
  key: string;
  /** True to delete the stored key. */
  removesKey: boolean;
  headers: readonly HeaderRow[];
  /** Seconds as typed; empty for the defaults. */
  waits: { firstPiece: string; pause: string };
}

/** The initial form state for a connection; null for a new one. */
export function formStateOf(connection: Connection | null): ConnectionFormState {
  return {
    baseUrl: connection?.baseUrl ?? '',
    label: connection?.label ?? '',
    key: '',
    removesKey: false,
    headers: (connection?.headerNames ?? []).map((name) => ({
      rowId: name,
      name,
      value: '',
      isStored: true,
    })),
    waits: waitsState(connection?.waits),
  };
}

function waitsState(waits: EndpointWaits | undefined): ConnectionFormState['waits'] {
  const seconds = (ms: number | null | undefined) => (ms ? `${ms / 1_000}` : '');
  return { firstPiece: seconds(waits?.firstPieceMs), pause: seconds(waits?.pauseMs) };
}

/** True if stored key and header values stay: the address has the origin that they were entered for. */
export function keepsStoredSecrets(form: ConnectionFormState, connection: Connection | null): boolean {
  return connection !== null && originOf(form.baseUrl) === originOf(connection.baseUrl);
}

/**
 * The command that saves the form. Throws `invalid-message` for what can't be saved: a header without a name, a new
 * header without a value, or a wait that isn't a number of seconds within the limits.
 */
export function saveCommand(
  form: ConnectionFormState,
  connection: Connection | null,
): CommandOf<'save-connection'> {
  const keeps = keepsStoredSecrets(form, connection);
  const rows = form.headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
  const key = form.key.trim();
  return {
    type: 'save-connection',
    connectionId: connection?.id ?? null,
    label: form.label.trim() === '' ? hostOf(form.baseUrl) : form.label.trim(),
    baseUrl: form.baseUrl.trim().replace(/\/+$/, ''),
    key: key !== '' ? key : form.removesKey ? '' : null,
    headers: rows.map(({ name, value, isStored }) => {
      if (name.trim() === '') {
        throw incomplete(i18n.t('connection.headers.noName'), i18n.t('connection.headers.noNameRemedy'));
      }
      if (value.trim() !== '') return { name: name.trim(), value: value.trim() };
      if (isStored && keeps) return { name: name.trim(), value: null };
      throw incomplete(
        i18n.t('connection.headers.noValue', { name: name.trim() }),
        i18n.t('connection.headers.noValueRemedy'),
      );
    }),
    waits: { firstPieceMs: waitMs(form.waits.firstPiece), pauseMs: waitMs(form.waits.pause) },
  };
}

function waitMs(typed: string): number | null {
  if (typed.trim() === '') return null;
  const ms = Number(typed) * 1_000;
  if (Number.isInteger(ms) && ms >= MIN_WAIT_MS && ms <= MAX_WAIT_MS) return ms;
  throw incomplete(
    i18n.t('connection.waits.invalid', { typed: typed.trim() }),
    i18n.t('connection.waits.invalidRemedy', { min: MIN_WAIT_MS / 1_000, max: MAX_WAIT_MS / 1_000 }),
  );
}

/** True if saving would change the connection. */
export function isChanged(form: ConnectionFormState, connection: Connection | null): boolean {
  if (connection === null) return true;
  const names = form.headers.map(({ name }) => name.trim());
  return (
    form.baseUrl.trim() !== connection.baseUrl ||
    form.label.trim() !== connection.label ||
    form.key !== '' ||
    form.removesKey ||
    form.headers.some(({ value }) => value !== '') ||
    JSON.stringify(form.waits) !== JSON.stringify(waitsState(connection.waits)) ||
    JSON.stringify(names) !== JSON.stringify(connection.headerNames)
  );
}

/** The form state after saving, without the secrets, which are stored now. */
export function savedFormState({
  label,
  baseUrl,
  headers,
  waits,
}: CommandOf<'save-connection'>): ConnectionFormState {
  return {
    baseUrl: shownAddress(baseUrl),
    label,
    key: '',
    removesKey: false,
    headers: headers.map(({ name }) => ({ rowId: name, name, value: '', isStored: true })),
    waits: waitsState(waits),
  };
}

function originOf(baseUrl: string): string | null {
  const text = baseUrl.trim();
  return URL.canParse(text) ? new URL(text).origin : null;
}

/** Empty for an invalid address, which the permission request reports. */
function hostOf(baseUrl: string): string {
  const text = baseUrl.trim();
  return URL.canParse(text) ? new URL(text).host : '';
}

function incomplete(message: string, remedy: string): StewardError {
  return new StewardError('invalid-message', message, { remedy });
}
