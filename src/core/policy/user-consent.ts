import { StewardError } from '../errors';

/** A user's click in Steward's own panel. Can't be made but by the desk. */
export interface UserConsent {
  /** The id of the chat or question that it was about. */
  readonly subject: string;
}

/** Takes down clicks. Held by the one place that checks who sent a command. */
export interface ConsentIssuer {
  give(subject: string): UserConsent;
}

/** Tells a click from what only looks like one. */
export interface ConsentCheck {
  /** Throws `write-refused` for anything that the desk didn't give, or gave for something else. */
  assertGiven(consent: UserConsent, subject: string): void;
}

/** Consents are known by identity, so neither a message nor the record can bring one in. */
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
      throw new StewardError('write-refused', 'Nobody asked for this change in Steward’s panel.', {
        remedy: 'Choose it in the panel.',
      });
    },
  };
}
