import { textError } from '../errors';

/** Proof of a user's click in Steward's own panel. Only {@link ConsentIssuer} can create a valid one. */
export interface UserConsent {
  /** The id of the chat or approval request that the click concerns. */
  readonly subject: string;
}

/** Issues consents. Only the command server, which verifies the sender of each command, has access to it. */
export interface ConsentIssuer {
  give(subject: string): UserConsent;
}

export interface ConsentCheck {
  /** Throws `write-refused` for a consent that was not issued, or was issued for another subject. */
  assertGiven(consent: UserConsent, subject: string): void;
}

/** Consents are compared by identity, so a consent from a message or from stored data is never valid. */
export function createConsents(): ConsentIssuer & ConsentCheck {
  const given = new WeakSet<UserConsent>();
  return {
    give(subject) {
      const consent = Object.freeze({ subject });
      given.add(consent);
      return consent;
    },
    assertGiven(consent, subject) {
      if (given.has(consent) && consent.subject === subject) return;
      throw textError('write-refused', 'error.policy.notRequested');
    },
  };
}
