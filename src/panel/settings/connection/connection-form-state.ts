import { textError, toErrorInfo } from '@/src/core/errors';
import { basicLogin, LOGIN_HEADER } from '@/src/core/llm/basic-login';
import { normaliseBaseUrl, readAddress } from '@/src/core/llm/endpoint-address';
import { readKey } from '@/src/core/llm/endpoint-key';
import { ENDPOINT_PRESETS } from '@/src/core/llm/endpoint-presets';
import { shownAddress } from '@/src/core/secrets/secret-address';
import type { CommandOf } from '@/src/messages/commands';
import { type Entered, enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import type { Reading } from '@/src/panel/kit/fields/use-refused-fields';
import { errorText } from '@/src/panel/kit/text/said-words';
import type { Connection } from '@/src/schema/connection';
import { defaultsOf } from '@/src/schema/values/setting-row';
import { CONNECTION_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';
import { type HeaderChanges, type HeaderRow, headerRows, NO_HEADER_CHANGES } from './header-changes';

/** Fields of the connection form. The settings of CONNECTION_SETTINGS are kept as the user entered them. */
export interface ConnectionFields extends Entered<typeof CONNECTION_SETTINGS> {
  baseUrl: string;
  label: string;
  /** The key that the user typed; a stored key is never loaded. */
  key: string;
  removesKey: boolean;
  /** The login for a server that asks for Basic authentication, as the user typed it. A stored one is an extra header. */
  userName: string;
  password: string;
  /** Names of the stored headers. */
  headerNames: readonly string[];
  headerChanges: HeaderChanges;
  /** The id of the model to test with; empty to use one that the endpoint lists. */
  model: string;
}

/** The fields as the form shows them, with one row for each header. */
export interface ConnectionFormState extends Omit<ConnectionFields, 'headerNames' | 'headerChanges'> {
  headers: readonly HeaderRow[];
}

/** Fields of a stored connection, or of a new one (null), which begins with this address. */
export function fieldsOf(
  connection: Pick<Connection, 'baseUrl' | 'label' | 'headerNames' | 'waits' | 'wire'> | null,
  address: string,
): ConnectionFields {
  return {
    baseUrl: connection?.baseUrl ?? address,
    label: connection?.label ?? '',
    key: '',
    removesKey: false,
    userName: '',
    password: '',
    headerNames: connection?.headerNames ?? [],
    headerChanges: NO_HEADER_CHANGES,
    model: '',
    ...enteredFrom(CONNECTION_SETTINGS, {
      ...defaultsOf(CONNECTION_SETTINGS),
      ...connection?.waits,
      wire: connection?.wire ?? null,
    }),
  };
}

export function formOf({ headerNames, headerChanges, ...fields }: ConnectionFields): ConnectionFormState {
  return { ...fields, headers: headerRows(headerNames, headerChanges) };
}

/** True if the stored key and header values can still be used: the address has the origin that they were entered for. */
export function keepsStoredSecrets(form: ConnectionFormState, connection: Connection | null): boolean {
  return connection !== null && originOf(form.baseUrl) === originOf(connection.baseUrl);
}

/** True if the stored key stays: it can still be used, and the user doesn't remove it. */
export function keepsStoredKey(form: ConnectionFormState, connection: Connection | null): boolean {
  return connection?.hasKey === true && keepsStoredSecrets(form, connection) && !form.removesKey;
}

/**
 * Reads the form as data to test and save. Refuses an incomplete address, a header without a name, a new header without a value, and a time
 * limit that isn't a number of seconds within the bounds.
 */
export function readConnection(
  form: ConnectionFormState,
  connection: Connection | null,
): Reading<ConnectionFormState, CommandOf<'save-connection'>['connection']> {
  const login = loginRows(form);
  const rows = [...form.headers.filter(({ name }) => login.length === 0 || name !== LOGIN_HEADER), ...login]
    .map(({ name, value, isStored }) => ({ name: name.trim(), value: value.trim(), isStored }))
    .filter(({ name, value }) => name !== '' || value !== '');
  const keeps = keepsStoredSecrets(form, connection);
  const headers = rows
    .map(({ name, value, isStored }) => headerProblem(name, value !== '' || (isStored && keeps)))
    .find((problem) => problem !== null);
  const settings = readEntered(CONNECTION_SETTINGS, form);
  const baseUrl = problemOf(() => normaliseBaseUrl(readAddress(form.baseUrl)));
  const hasLogin = rows.some(({ name }) => name === LOGIN_HEADER);
  const keyProblem = problemOf(() => {
    const key = readKey(form.key);
    if (hasLogin && (key !== '' || keepsStoredKey(form, connection)))
      throw textError('invalid-message', 'error.llm.loginAndKey');
  });
  const userName = problemOf(() => basicLogin(form.userName, form.password));
  const problems = {
    ...(headers && { headers }),
    ...(userName && { userName }),
    ...(baseUrl && { baseUrl }),
    ...(keyProblem && { key: keyProblem }),
    ...(settings.ok ? {} : settings.problems),
  };
  if (!settings.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  const { wire, ...waits } = settings.values;
  const key = readKey(form.key);
  const address = readAddress(form.baseUrl);
  return {
    ok: true,
    values: {
      connectionId: connection?.id ?? null,
      label: form.label.trim() === '' ? labelOf(address) : form.label.trim(),
      baseUrl: address.replace(/\/+$/, ''),
      key: key !== '' ? key : form.removesKey ? '' : null,
      // Null keeps the stored value.
      headers: rows.map(({ name, value }) => ({ name, value: value === '' ? null : value })),
      waits,
      ...(wire !== null && { wire }),
    },
  };
}

/** The error with which reading a field fails, in words; null if it doesn't fail. */
function problemOf(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (thrown) {
    const { message, remedy } = toErrorInfo(thrown);
    return errorText({ message, remedy });
  }
}

/** The header of the login that the user typed. None if the user typed none, or one that {@link basicLogin} refuses. */
function loginRows({ userName, password }: ConnectionFormState): Omit<HeaderRow, 'rowId'>[] {
  if (userName + password === '' || userName.includes(':')) return [];
  return [{ name: LOGIN_HEADER, value: basicLogin(userName, password), isStored: false }];
}

/** Default name of a connection: that of the preset with this address, or the host. */
function labelOf(address: string): string {
  return (
    ENDPOINT_PRESETS.find((preset) => isSameAddress(preset.address, address))?.name ?? new URL(address).host
  );
}

function headerProblem(name: string, hasValue: boolean): string | null {
  if (name === '') return t('connection.headers.noName');
  return hasValue ? null : t('connection.headers.noValue', { name });
}

/** True if both addresses are the same endpoint in different notations. */
export function isSameAddress(a: string, b: string): boolean {
  return comparableAddress(a) === comparableAddress(b);
}

function comparableAddress(baseUrl: string): string {
  const text = shownAddress(readAddress(baseUrl));
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, '');
}

function originOf(baseUrl: string): string | null {
  const text = readAddress(baseUrl);
  return URL.canParse(text) ? new URL(text).origin : null;
}
