import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TEST_FILE = /`(tests\/[^`\s]+\.(?:test|spec)\.tsx?)`/g;
const document = readFileSync('SECURITY.md', 'utf8');

/** The rows of the table below a heading, without its head. */
function rowsBelow(heading: string): string[] {
  const [, section = ''] = document.split(`${heading}\n`);
  const [text = ''] = section.split(/^#/m);
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1);
}

const attackers = rowsBelow('## Threat model');

describe('SECURITY.md', () => {
  it.each([
    ...['page', 'page’s own tools', 'model', 'endpoint', 'other extensions', 'author of an imported file'],
    ...['other administrators', 'local user'],
  ])('has a control and a test against: %s', (attacker) => {
    const own = attackers.filter((row) => row.replaceAll("'", '’').startsWith(`| ${attacker}`));
    expect(own.length).toBeGreaterThan(0);
  });

  it.each([...attackers, ...rowsBelow('### The canary key')])('names test files that exist: %s', (row) => {
    const files = [...row.matchAll(TEST_FILE)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('names no test that doesn’t run: each is one of a runner’s', () => {
    const named = [...document.matchAll(/`(tests\/[^`\s]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !/\.(test|spec)\.tsx?$|\/$/.test(path))).toEqual([]);
  });
});
