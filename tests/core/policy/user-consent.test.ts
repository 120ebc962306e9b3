import { expect, it } from 'vitest';
import { createConsents, type UserConsent } from '@/src/core/policy/user-consent';

const desk = createConsents();
const given = desk.give('q');

it('a consent that the desk gave holds, as often as it is shown', () => {
  expect(given).toEqual({ subject: 'q' });
  desk.assertGiven(given, 'q');
  desk.assertGiven(given, 'q');
});

it.each<[string, UserConsent, string]>([
  ['something else', given, 'r'],
  ['what only looks like one', { subject: 'q' }, 'q'],
  ['a copy', { ...given }, 'q'],
  ['one of another desk', createConsents().give('q'), 'q'],
])('no consent: %s', (_what, consent, subject) => {
  expect(() => desk.assertGiven(consent, subject)).toThrow(
    expect.objectContaining({
      code: 'write-refused',
      message: 'This change was not requested in Steward’s panel.',
      remedy: 'Choose it in the panel.',
    }),
  );
});

it('what a consent is for can’t be changed', () => {
  expect(Reflect.set(given, 'subject', 'r')).toBe(false);
  desk.assertGiven(given, 'q');
});
