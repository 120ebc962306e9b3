import { textError } from '../errors';

/** Proof of a user's click in Steward's own panel. Only {@link ConsentIssuer} can create a valid one. */
export interface UserConsent {
  /** The ids of the chats and approval requests that the click concerns. */
  readonly subjects: readonly string[];
}

/** Issues consents. Only the command server, which verifies the sender of each command, has access to it. */
export interface ConsentIssuer {
  give(...subjects: readonly string[]): UserConsent;
}

export interface ConsentCheck {
  /** Throws `write-refused` for a consent that was not issued, or was issued for another subject. */
  assertGiven(consent: UserConsent, subject: string): void;
}

/** Consents are compared by identity, so a consent from a message or from stored data is never valid. */
export function createConsents(): ConsentIssuer & ConsentCheck {
  const given = new WeakSet<UserConsent>();
  return {
    give(...subjects) {
      const consent = Object.freeze({ subjects: Object.freeze(subjects) });
      given.add(consent);
      return consent;
    },
    assertGiven(consent, subject) {
      if (given.has(consent) && consent.subjects.includes(subject)) return;
      throw textError('write-refused', 'error.policy.notRequested');
    },
  };
}
