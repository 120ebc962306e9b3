import { StewardError } from '@/src/core/errors';
import { shownAddress } from '@/src/core/secrets/secret-address';
import type { CommandOf } from '@/src/messages/commands';
import type { Connection } from '@/src/schema/connection';
import { MAX_WAIT_MS, MIN_WAIT_MS } from '@/src/schema/values/wait-bounds';
import { i18n } from '@/src/texts/i18n';
import { type HeaderChanges, type HeaderRow, headerRows, NO_HEADER_CHANGES } from './header-changes';

/** The fields of the connection form. */
export interface ConnectionFields {
  baseUrl: string;
  label: string;
  /** The typed key; the stored one is never loaded. */
  key: string;
  /** True to delete the stored key. */
  removesKey: boolean;
  /** The stored headers. */
  headerNames: readonly string[];
  headerChanges: HeaderChanges;
  /** Time limit of the first token in seconds, as typed; empty for the default. */
  firstPieceSeconds: string;
  /** The same for a pause between two tokens. */
  pauseSeconds: string;
}

/** The fields as the form shows them. */
export interface ConnectionFormState extends Omit<ConnectionFields, 'headerNames' | 'headerChanges'> {
  headers: readonly HeaderRow[];
}

/** The fields of a stored connection; null for a new one. */
export function fieldsOf(connection: Connection | null): ConnectionFields {
  return {
    baseUrl: connection?.baseUrl ?? '',
    label: connection?.label ?? '',
    key: '',
    removesKey: false,
    headerNames: connection?.headerNames ?? [],
    headerChanges: NO_HEADER_CHANGES,
    firstPieceSeconds: secondsText(connection?.waits?.firstPieceMs),
    pauseSeconds: secondsText(connection?.waits?.pauseMs),
  };
}

/** The form that shows these fields. */
export function formOf({ headerNames, headerChanges, ...fields }: ConnectionFields): ConnectionFormState {
  return { ...fields, headers: headerRows(headerNames, headerChanges) };
}

function secondsText(ms: number | null | undefined): string {
  return ms ? `${ms / 1_000}` : '';
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
    waits: { firstPieceMs: waitMs(form.firstPieceSeconds), pauseMs: waitMs(form.pauseSeconds) },
  };
}

/** Digits with an optional fraction: other spellings of numbers, such as 1e2 and 0x10, are more likely mistakes. */
const SECONDS = /^\d+(?:\.\d+)?$/;

function waitMs(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  // Rounded: the product of 16.1 and 1,000 has a fraction.
  const ms = SECONDS.test(text) ? Math.round(Number(text) * 1_000) : Number.NaN;
  if (ms >= MIN_WAIT_MS && ms <= MAX_WAIT_MS) return ms;
  throw incomplete(
    i18n.t('connection.waits.invalid', { typed: text }),
    i18n.t('connection.waits.invalidRemedy', { min: MIN_WAIT_MS / 1_000, max: MAX_WAIT_MS / 1_000 }),
  );
}

/** The fields after saving, without the secrets, which are stored now. */
export function savedFields({
  label,
  baseUrl,
  headers,
  waits,
}: CommandOf<'save-connection'>): ConnectionFields {
  return {
    baseUrl: shownAddress(baseUrl),
    label,
    key: '',
    removesKey: false,
    headerNames: headers.map(({ name }) => name),
    headerChanges: NO_HEADER_CHANGES,
    firstPieceSeconds: secondsText(waits?.firstPieceMs),
    pauseSeconds: secondsText(waits?.pauseMs),
  };
}

/** True if both lead to the same endpoint, however they are written. */
export function isSameAddress(a: string, b: string): boolean {
  return comparableAddress(a) === comparableAddress(b);
}

function comparableAddress(baseUrl: string): string {
  const text = shownAddress(baseUrl.trim());
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, '');
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
