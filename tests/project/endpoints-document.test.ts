import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENDPOINT_PRESETS } from '@/src/core/llm/endpoint-presets';
import { ENDPOINT_FAMILIES } from '../fakes/endpoint-families/endpoint-families';

/** A source as a link: its repository and number, or its site. */
function link({ url, date }: { url: string; date: string }): string {
  const { hostname, pathname } = new URL(url);
  const [, , repository, , number = ''] = pathname.split('/');
  const isThread = /^\d+$/.test(number);
  const name = hostname !== 'github.com' ? hostname : isThread ? `${repository}#${number}` : repository;
  return `[${name}](${url}) ${date}`;
}

it('docs/endpoints.md has the table of the families that the doubles play, with its sources', () => {
  const [, section = ''] = readFileSync('docs/endpoints.md', 'utf8').split(
    '## What each family needs back\n',
  );
  const rows = section.split('\n## ')[0]?.split('\n') ?? [];
  expect(rows.filter((row) => row.startsWith('|')).slice(2)).toEqual(
    ENDPOINT_FAMILIES.map(
      ({ name, needs, sources }) => `| ${name} | ${needs} | ${sources.map(link).join(', ')} |`,
    ),
  );
});

it.each(ENDPOINT_PRESETS)(
  'docs/endpoints.md has the address of $name that the connection form offers',
  ({ name, address }) => {
    expect(readFileSync('docs/endpoints.md', 'utf8')).toContain(`\n| ${name} | \`${address}\` |`);
  },
);
