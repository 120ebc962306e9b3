import { StewardError } from '@/src/core/errors';
import { normaliseBaseUrl } from '@/src/core/llm/endpoint-address';
import { shownAddress } from '@/src/core/secrets/secret-address';
import { type SettingsFile, settingsFileSchema } from '@/src/schema/settings-file';
import { SETTINGS_FORMAT, SETTINGS_VERSION } from '@/src/schema/values/file-formats';
import { parsedFile, refusedField } from './refused-field';
import { COMMANDS } from './saved-prompt-store';

/**
 * Reads a file of exported settings. Throws `invalid-message` with the reason if the text is not JSON or not such a
 * file, was written by another version, or has a base URL that contains a secret.
 */
export function readSettingsFile(text: string): SettingsFile {
  const of = { format: SETTINGS_FORMAT, version: SETTINGS_VERSION };
  const isOther = 'The file has no settings of Steward.';
  const value = parsedFile({ text, ...of, isOther }, refused);
  const result = settingsFileSchema.safeParse(value);
  if (!result.success) {
    throw refused(`The file’s field “${refusedField(result.error, 0)}” can’t be used.`, result.error.message);
  }
  const file = result.data;
  for (const { label, baseUrl } of file.connections) {
    if (normaliseBaseUrl(baseUrl) !== baseUrl || shownAddress(baseUrl) !== baseUrl) {
      throw refused(
        `The address of the connection “${label}” holds a secret, or isn’t written as exported.`,
        null,
      );
    }
  }
  if (file.aliases.some(({ connection }) => connection >= file.connections.length)) {
    throw refused('An alias of the file has no connection in it.', null);
  }
  assertUniqueNames(file.aliases, 'Two aliases of the file have the same name, or differ in case only.');
  assertUniqueNames(
    [...COMMANDS, ...(file.savedPrompts ?? [])],
    'Two saved prompts of the file, or commands, have the same name, or differ in case only.',
  );
  return file;
}

function assertUniqueNames(entries: readonly { name: string }[], message: string): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) throw refused(message, null);
}

function refused(message: string, details: string | null): StewardError {
  return new StewardError('invalid-message', message, {
    remedy: 'Choose a file that was exported from Steward’s settings. Nothing was changed.',
    details,
  });
}
