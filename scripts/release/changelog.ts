import { UserError } from '../user-error.mjs';

const UNRELEASED = '## [Unreleased]';

/** The changelog with its unreleased entries as those of `version`, which came out on `date` (YYYY-MM-DD). Throws {@link UserError}. */
export function withRelease(changelog: string, version: string, date: string): string {
  if (entriesOf(changelog, 'Unreleased') === '') {
    throw new UserError('CHANGELOG.md has nothing under [Unreleased]. Write there what users will notice.');
  }
  if (changelog.includes(`## [${version}]`)) {
    throw new UserError(`CHANGELOG.md has ${version} already. Raise the version in package.json.`);
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/** The entries of a version, as Markdown without the heading. Throws {@link UserError} if it doesn't have that version. */
export function entriesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  if (section === undefined) throw new UserError(`CHANGELOG.md has no section [${version}].`);
  return section.slice(section.indexOf('\n')).trim();
}
