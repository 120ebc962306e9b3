import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Largest file of a picture, in bytes. */
const MAX_BYTES = 300_000;
/** The sizes that the Chrome Web Store demands. */
const SCREENSHOT = { width: 1280, height: 800 };
const TILE = { width: 440, height: 280 };

const taken = readFileSync('scripts/pictures/take-pictures.ts', 'utf8');

function sizeOf(path: string): { width: number; height: number } {
  const png = readFileSync(path);
  // The first chunk of a PNG file begins with both.
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

describe('the pictures of the stores', () => {
  const names = readdirSync('store/pictures').sort();
  const screenshots = names.filter((name) => name !== 'tile.png');
  const readme = readFileSync('store/README.md', 'utf8');

  it('are a tile and as many screenshots as the store takes', () => {
    expect(sizeOf('store/pictures/tile.png')).toEqual(TILE);
    expect(screenshots.length).toBeGreaterThanOrEqual(1);
    expect(screenshots.length).toBeLessThanOrEqual(5);
  });

  it.each(screenshots)('have the size of a screenshot, and a scene that takes them: %s', (name) => {
    expect(sizeOf(`store/pictures/${name}`)).toEqual(SCREENSHOT);
    expect(taken).toContain(`forStore('${name.replace('.png', '')}')`);
  });

  it('are all named by store/README.md, which names no others', () => {
    const named = [...readme.matchAll(/`store\/pictures\/([^`]+)`/g)].map(([, name]) => name);
    expect(named).toEqual(names);
  });
});

describe('the pictures of the documents', () => {
  const names = readdirSync('docs/images');
  const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const texts = documents.map((name) => readFileSync(`docs/${name}`, 'utf8'));

  it.each(names)(
    'are shown with a text that describes them, and have a scene that takes them: %s',
    (name) => {
      const described = texts.flatMap((text) => [...text.matchAll(/!\[([^\]]+)\]\(images\/([^)]+)\)/g)]);
      expect(described.map(([, , shown]) => shown)).toContain(name);
      expect(taken).toMatch(new RegExp(`'${name.replace('.png', '')}(?:\\.png)?'`));
    },
  );
});

it.each(['docs/images', 'store/pictures'])('no file in %s is larger than 300 kB', (folder) => {
  const sizes = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`).length] as const);
  expect(sizes.filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([]);
});
