import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { commandSchema } from '@/src/messages/commands';

/** The rows of a section of docs/panel.md: name, way in, and test. */
function rowsOf(section: string) {
  const text = readFileSync('docs/panel.md', 'utf8');
  const start = text.indexOf(`## ${section}\n`);
  const end = text.indexOf('\n## ', start + 1);
  return text
    .slice(start, end === -1 ? undefined : end)
    .split('\n')
    .flatMap((line) => {
      const [, name, where, test] = /^\| `([\w-]+)` \| (.+) \| `(.+)` \|$/.exec(line) ?? [];
      return name === undefined || where === undefined || test === undefined ? [] : [{ name, where, test }];
    });
}

const commands = commandSchema.options.map((option) => option.shape.type.value);
const settings = Object.keys(newChatSettings());

describe.each([
  ['Commands', commands],
  ['Settings of a chat', settings],
])('docs/panel.md, “%s”', (section, names) => {
  const rows = rowsOf(section);

  it('has a row for each, once, and for nothing else', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('names tests that exist', () => {
    expect(rows.filter(({ test }) => !existsSync(test))).toEqual([]);
  });
});
