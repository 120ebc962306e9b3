import { type StewardError, textError } from '@/src/core/errors';
import { normaliseBaseUrl } from '@/src/core/llm/endpoint-address';
import { shownAddress } from '@/src/core/secrets/secret-address';
import { type SettingsFile, settingsFileSchema } from '@/src/schema/settings-file';
import { SETTINGS_FORMAT, SETTINGS_VERSION } from '@/src/schema/values/file-formats';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import { parsedFile, refusedField } from './refused-field';
import { COMMANDS } from './saved-prompt-store';

/**
 * Reads a file of exported settings. Throws `invalid-message` with the reason if the text is not JSON or not such a
 * file, was written by another version, or has a base URL that contains a secret.
 */
export function readSettingsFile(text: string): SettingsFile {
  const of = { format: SETTINGS_FORMAT, version: SETTINGS_VERSION };
  const value = parsedFile({ text, ...of, isOther: 'error.storage.settingsFile.isOther' }, refused);
  const result = settingsFileSchema.safeParse(value);
  if (!result.success) {
    throw refused(
      say('error.storage.settingsFile.fieldRefused', { field: refusedField(result.error, 0) }),
      result.error.message,
    );
  }
  const file = result.data;
  for (const { label, baseUrl } of file.connections) {
    if (normaliseBaseUrl(baseUrl) !== baseUrl || shownAddress(baseUrl) !== baseUrl) {
      throw refused(say('error.storage.settingsFile.addressRefused', { connection: label }), null);
    }
  }
  if (file.aliases.some(({ connection }) => connection >= file.connections.length)) {
    throw refused('error.storage.settingsFile.aliasWithoutConnection', null);
  }
  assertUniqueNames(file.aliases, 'error.storage.settingsFile.aliasesSame');
  assertUniqueNames([...COMMANDS, ...(file.savedPrompts ?? [])], 'error.storage.settingsFile.promptsSame');
  return file;
}

function assertUniqueNames(entries: readonly { name: string }[], message: TextKey): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) throw refused(message, null);
}

function refused(message: TextKey | SaidText, details: string | null): StewardError {
  return textError('invalid-message', message, { remedy: 'error.storage.settingsFile.remedy', details });
}
