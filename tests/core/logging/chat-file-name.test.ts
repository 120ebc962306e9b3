import { expect, it } from 'vitest';
import { chatFileName } from '@/src/core/logging/file-names';

it.each([
  ['Hide *-preview* models', 'Hide-preview-models_19700101T000000Z.json'],
  ['../../etc/passwd', 'etc-passwd_19700101T000000Z.json'],
  ['…', 'chat_19700101T000000Z.json'],
  ['模型', '模型_19700101T000000Z.json'],
])('the file of a chat with the title %j has a name that every system takes: %s', (title, name) => {
  expect(chatFileName(title, 0, 'json')).toBe(name);
});
