import { describe, expect, it } from 'vitest';
import { entriesOf, withRelease } from '@/scripts/release/changelog';

const CHANGELOG = `# Changelog

## [Unreleased]

### Fixed

- A save names the provider.

## [0.1.0] - 2026-12-01

### Added

- The first release.
`;

describe('the changelog of a release', () => {
  it('gives the unreleased entries a version and a date, and leaves an empty section for the next', () => {
    const released = withRelease(CHANGELOG, '0.2.0', '2027-01-15');
    expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2027-01-15\n\n### Fixed\n\n- A save names');
    expect(entriesOf(released, '0.2.0')).toBe('### Fixed\n\n- A save names the provider.');
    expect(entriesOf(released, 'Unreleased')).toBe('');
    expect(entriesOf(released, '0.1.0')).toBe('### Added\n\n- The first release.');
  });

  it('refuses a release without entries, and a version that it lacks', () => {
    const empty = withRelease(CHANGELOG, '0.2.0', '2027-01-15');
    expect(() => withRelease(empty, '0.3.0', '2027-02-01')).toThrow('nothing under [Unreleased]');
    expect(() => entriesOf(CHANGELOG, '0.9.0')).toThrow('no section [0.9.0]');
  });
});
