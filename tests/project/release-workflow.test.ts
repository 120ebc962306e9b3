import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const WORKFLOWS = readdirSync('.github/workflows').map((name) => ({
  name,
  text: readFileSync(`.github/workflows/${name}`, 'utf8'),
}));
const release = WORKFLOWS.find(({ name }) => name === 'release.yml')?.text ?? '';

it.each(WORKFLOWS)('each action of $name is pinned to a commit, which nobody can move', ({ text }) => {
  const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
});

it('the workflow of a release leaves no token that can write in the clone where packages run their scripts', () => {
  expect(release).toContain('persist-credentials: false');
});

it('the packages of a release are built by a job that can only read', () => {
  const jobs = release.split(/^ {2}(?=\w+:$)/m).slice(1);
  const building = jobs.find((job) => job.includes('npm run package')) ?? '';
  const permissions = building.includes('permissions:') ? building : release;
  expect(permissions.split('steps:')[0]).not.toMatch(/(?:contents|id-token|attestations): write/);
});

it('a tag on a commit that CI has not passed, or that is not on the main branch, releases nothing', () => {
  expect(release).toMatch(/npm test|npm run test|\.ci\/run|needs:|merge-base --is-ancestor|workflow_run/);
});

it('a tag whose version the changelog lacks releases nothing', () => {
  expect(release).toMatch(/test -s notes\.md|grep -q/);
});
