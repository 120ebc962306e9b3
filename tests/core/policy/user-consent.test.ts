import { expect, it } from 'vitest';
import { createConsents, type UserConsent } from '@/src/core/policy/user-consent';
import { say } from '@/src/schema/values/said';

const desk = createConsents();
const given = desk.give('q');

it('an issued consent is valid for every check', () => {
  expect(given).toEqual({ subjects: ['q'] });
  desk.assertGiven(given, 'q');
  desk.assertGiven(given, 'q');
});

it.each<[string, UserConsent, string]>([
  ['something else', given, 'r'],
  ['an object that was not issued', { subjects: ['q'] }, 'q'],
  ['a copy', { ...given }, 'q'],
  ['a consent of another issuer', createConsents().give('q'), 'q'],
])('refuses %s', (_what, consent, subject) => {
  expect(() => desk.assertGiven(consent, subject)).toThrow(
    expect.objectContaining({
      code: 'write-refused',
      message: 'This change was not requested in Steward’s panel.',
      remedy: say('error.policy.notRequestedRemedy'),
    }),
  );
});

it('the subject of a consent can’t be changed', () => {
  expect(Reflect.set(given, 'subject', 'r')).toBe(false);
  desk.assertGiven(given, 'q');
});
