import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLanguages } from '@/scripts/texts/read-texts';

/** Longest description that the Chrome Web Store takes, in characters; the other store takes more. */
const MAX_LENGTH = 16_000;

describe('the listing of the stores', () => {
  const languages = readLanguages(process.cwd());

  it('is there in each language', () => {
    expect(readdirSync('store/listing').sort()).toEqual(languages.map((tag) => `${tag}.txt`).sort());
  });

  it.each(languages)('has the same parts and products in %s as in English', (language) => {
    const text = readFileSync(`store/listing/${language}.txt`, 'utf8');
    expect(text.match(/^• /gm)).toHaveLength(5);
    for (const product of ['CLIProxyAPI', 'LLM-API-Key-Proxy', 'Open WebUI', 'new-api', 'OpenAI']) {
      expect(text).toContain(product);
    }
    expect(text.length).toBeLessThan(MAX_LENGTH);
  });
});
