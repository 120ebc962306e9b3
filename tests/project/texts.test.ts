import { readFileSync } from 'node:fs';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { describe, expect, it } from 'vitest';
import { findOwnTexts } from './own-texts';
import { projectSources } from './project-sources';

const PLACES = ['src/panel', 'src/background/notifications', 'src/background/reach', 'entrypoints'];
const messages = await parseMessagesFile('locales/en.yml');
const keys = messages.map(({ key }) => key.join('.')).filter((key) => !key.startsWith('@@'));

describe('the catalogue', () => {
  // Browsers find a message without regard to case.
  it('has no two keys that differ in case alone', () => {
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
  });

  it('has no text that nothing uses', () => {
    const sources = [
      ...projectSources(['src', 'entrypoints']).values(),
      readFileSync('wxt.config.ts', 'utf8'),
    ].join('\n');
    const used = new Set([...sources.matchAll(/['"]([\w.]+)['"]/g)].map(([, text]) => text));
    const inManifest = new Set(
      [...sources.matchAll(/__MSG_(\w+)__/g)].map(([, name = '']) => name.replaceAll('_', '.')),
    );
    expect(keys.filter((key) => !used.has(key) && !inManifest.has(key))).toEqual([]);
  });
});

describe('the user interface', () => {
  it.each(PLACES)('%s has its texts from the catalogue', (place) => {
    expect(findOwnTexts(projectSources([place]))).toEqual([]);
  });
});
